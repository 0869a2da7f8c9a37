const LINE_MAX = 60
const ZONES = Intl.supportedValuesOf('timeZone')

/** Places that people name and the tables of time zones do not, by the zone they keep. */
const ALSO: ReadonlyMap<string, string> = new Map(
  Object.entries({
    venezuela: 'America/Caracas',
    maracaibo: 'America/Caracas',
    valencia: 'America/Caracas',
    barcelona: 'Europe/Madrid',
    espana: 'Europe/Madrid',
    colombia: 'America/Bogota',
    medellin: 'America/Bogota',
    cucuta: 'America/Bogota',
    peru: 'America/Lima',
    chile: 'America/Santiago',
    'buenos aires': 'America/Argentina/Buenos_Aires',
    argentina: 'America/Argentina/Buenos_Aires',
    ecuador: 'America/Guayaquil',
    quito: 'America/Guayaquil',
    miami: 'America/New_York',
    orlando: 'America/New_York',
    'nueva york': 'America/New_York',
    houston: 'America/Chicago',
    mexico: 'America/Mexico_City',
    cdmx: 'America/Mexico_City',
    'ciudad de mexico': 'America/Mexico_City',
    lisboa: 'Europe/Lisbon',
    roma: 'Europe/Rome',
    londres: 'Europe/London',
  }),
)

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim()

/** A time zone by its IANA name or by a city: `America/Bogota`, `bogotá`, `nueva york`; undefined where there is none. */
export function parseZone(line: string): string | undefined {
  if (line.length > LINE_MAX) return undefined
  const wanted = plain(line)
  const isCity = (zone: string): boolean => plain(zone.split('/').at(-1) ?? '') === wanted
  return ZONES.find((zone) => plain(zone) === wanted) ?? ALSO.get(wanted) ?? ZONES.find(isCity)
}
