const TIME_ZONE = 'America/Caracas'
const time = new Intl.DateTimeFormat('es-VE', { hour: 'numeric', minute: '2-digit', timeZone: TIME_ZONE })
const second = new Intl.DateTimeFormat('es-VE', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
  timeZone: TIME_ZONE,
})
const day = new Intl.DateTimeFormat('es-VE', { day: 'numeric', month: 'long', timeZone: TIME_ZONE })

/** Unix seconds as a time of day in Caracas. */
export const timeOf = (seconds) => time.format(seconds * 1000)

/** Unix seconds as a day in Caracas. */
export const dayOf = (seconds) => day.format(seconds * 1000)

/** Unix milliseconds as a time of day in Caracas, to the second. */
export const timeWithSeconds = (ms) => second.format(ms)
