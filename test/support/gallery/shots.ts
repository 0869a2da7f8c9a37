import {
  hear,
  inline,
  inPrivate,
  invite,
  move,
  pause,
  post,
  press,
  publish,
  type Step,
  say,
  sayNextMinute,
  settings,
} from './steps.ts'

/** In the group: as who lets the bot in, as its owner, or as a member; in the channel, or in the private chat of its owner. */
type Seat = 'inviter' | 'owner' | 'member' | 'channel' | 'private of the channel'

/** One picture of the gallery: what is done before it, and what it shows. */
export interface Shot {
  readonly name: string
  readonly title: string
  readonly steps: readonly Step[]
  /** The person's private chat, if not given. */
  readonly seat?: Seat
  /** Not while the same is done in the other language. */
  readonly isAlone?: true
}

const shot = (name: string, title: string, ...steps: readonly Step[]): Shot => ({ name, title, steps })
const at = (seat: Seat, one: Shot): Shot => ({ ...one, seat })
const alone = (one: Shot): Shot => ({ ...one, isAlone: true })

/** The topics of the settings that have pages of their own. */
const NOTICES = /^Avisos$|^Notifications$/
const DIGEST = /^Resumen$|^Digest$/
const OWN_DATA = /^Mis datos$|^My data$/
const OPTIONS = press(/^⚙/)

const BROADCAST = say(
  '/broadcast Mañana a las 8 hago una pausa de diez minutos.\nLo que cambie en ese rato lo digo después.',
  '/broadcast Tomorrow at 8 I pause for ten minutes.\nWhat changes meanwhile comes afterwards.',
)

/** The administrator of the channel chooses its language in the private chat. */
const LANGUAGE_OF_CHANNEL: readonly Step[] = [
  post('/ajustes', '/settings'),
  inPrivate(press(/^Idioma y números$|^Language, numbers$/), press(/^(?:✓ )?Español$/, /^(?:✓ )?English$/)),
]

/** A chart is asked for in the same words, light or dark. */
const CHARTS: readonly Shot[] = [
  shot('history', 'Chart', say('/historial usd 90d', '/history usd 90d')),
  shot(
    'history-today',
    "Today's chart",
    say('/historial paralelo', '/history paralelo'),
    press(/^Hoy$|^Today$/),
  ),
  shot(
    'history-compared',
    'Two rates compared',
    say('/historial bcv paralelo 365d', '/history bcv paralelo 365d'),
  ),
  shot('history-gap', 'Gap chart', say('/historial brecha 90d', '/history gap 90d')),
]

/** What the demonstration shows, in this order: later ones build on what was said before. */
export const SHOTS: readonly Shot[] = [
  shot('start', 'Greeting', say('/start')),
  shot('help', 'Help', say('/ayuda', '/help')),
  shot('rates', 'All rates', say('/tasa', '/rate')),
  shot('rate', 'One rate', say('/tasa usd', '/rate usd')),
  shot('unknown-rate', 'Unknown rate', say('/tasa binanse', '/rate binanse')),
  shot('follow-which', 'Rates to follow', say('/seguir', '/follow')),
  shot('follow', 'New follow', say('/seguir page_beta.usd', '/follow page_beta.usd')),
  shot('push', 'Price update', move),
  shot('unfollow', 'Unfollowed rate', say('/dejar page_beta.usd', '/unfollow page_beta.usd')),
  shot('convert-ask', 'Conversion dialog', say('/convertir', '/convert')),
  shot('convert', 'Conversion', say('100 usd')),
  shot('convert-ambiguous', 'Ambiguous amount', say('1,500 usd', '1.500 usd')),
  shot('convert-one', 'Conversion by one rate', say('5.000 bs', '5,000 bs'), press(/^\$ Paralel/)),
  shot(
    'convert-past',
    'Conversion on a past date',
    say('/convertir 100 usd 13-03-2026', '/convert 100 usd 13-03-2026'),
  ),
  shot(
    'convert-refused',
    'Refused conversion',
    say('/convertir 100 usd 31-02-2026', '/convert 100 usd 31-02-2026'),
  ),
  shot('gap', 'Gap', say('/brecha', '/gap')),
  shot('charge', 'Bill', say('/cobrar 12x25+8', '/charge 12x25+8')),
  shot(
    'charge-paid',
    'Bill paid in both currencies',
    say('/cobrar 20 paga 10 usd y 2.000 bs con igtf', '/charge 20 pays 10 usd 2,000 bs with tax'),
  ),
  shot('worth', 'Offer compared with the rates', say('me venden 100$ a 900', 'buy 100$ at 900')),
  shot('card', 'Daily card', say('/imagen vertical clara', '/image tall light')),
  shot('card-dark', 'Daily card, dark', press(/^☾/)),
  shot(
    'card-shop',
    "Shop's name and products",
    say('/imagen tienda', '/image shop'),
    press(/^Nombre$|^Name$/),
    say('Bodega La Esquina', 'Corner Shop'),
    press(/^Productos$|^Products$/),
    say(
      'Harina PAN 1,20\nCafé 500 g 4,50\nQueso blanco kg 6,25',
      'Corn flour 1.20\nCoffee 500 g 4.50\nWhite cheese kg 6.25',
    ),
  ),
  shot('card-square', 'Square shop card', say('/imagen cuadrada clara', '/image square light')),
  shot('history-which', 'Chart menu', say('/historial', '/history')),
  ...CHARTS,
  shot('settings-charts', 'Chart colors', ...settings(/^Gráficos$|^Charts$/)),
  shot(
    'history-dark',
    'Chart, dark',
    press(/^Oscuros$|^Dark$/),
    say('/historial usd 90d', '/history usd 90d'),
  ),
  ...CHARTS.slice(1).map((one) => ({ ...one, name: `${one.name}-dark`, title: `${one.title}, dark` })),
  shot('changes', 'Daily changes', say('/cambios usd', '/changes usd')),
  shot('alerts-none', 'No alerts yet', say('/alertas', '/alerts')),
  shot('alerts-ask', 'Alert dialog', say('/alertas', '/alerts'), press(/Nueva alerta|New alert/)),
  shot('alert-fault', 'Incomplete alert', say('/alertas usd', '/alerts usd')),
  shot('alert', 'Price alert', say('/alertas usd > 2000', '/alerts usd > 2000')),
  shot('alert-percent', 'Percentage alert', say('/alertas usd 2%', '/alerts usd 2%')),
  shot('alert-gap', 'Gap alert', say('/alertas brecha > 90', '/alerts gap > 90')),
  shot('alerts', 'All alerts', say('/alertas', '/alerts')),
  shot('triggered', 'Triggered alert', move, hear(/^🔔 (?!Listo|Done|¿|What)/u)),
  shot('settings', 'Settings', ...settings()),
  shot('settings-language', 'Language and numbers', ...settings(/^Idioma y números$|^Language, numbers$/)),
  shot('settings-notices', 'Notification settings', ...settings(NOTICES)),
  shot('settings-zone', 'Time zone', ...settings(NOTICES, /^Zona horaria$|^Time zone$/)),
  shot('settings-quiet', 'Quiet hours', ...settings(NOTICES, /^Silencio$|^Quiet hours$/)),
  shot('settings-digest', 'Digest settings', ...settings(NOTICES, DIGEST)),
  shot('settings-preferred', 'Preferred rates', ...settings(/^Tasas preferidas$|^Preferred rates$/)),
  shot('settings-charge', 'Bill settings', ...settings(/^Cobros$|^Charging$/)),
  shot('settings-export', 'Data export', ...settings(OWN_DATA, /^Descargar mis datos$|^Download my data$/)),
  shot('settings-delete', 'Data deletion', ...settings(OWN_DATA, /^Borrar mis datos$|^Delete my data$/)),
  shot('inline-rates', 'Inline rates', inline('')),
  shot('inline', 'Inline conversion', inline('100 usd')),
  shot(
    'words',
    'Question in plain words',
    say('¿y el paralelo, mi pana?', 'how much is the parallel dollar?'),
  ),
  shot('not-understood', 'Message not understood', say('me puedes prestar plata', 'can you lend me money')),
  shot('unknown-command', 'Unknown command', say('/saldo', '/translate')),
  at('inviter', shot('group-greeting', 'Greeting in a group', invite)),
  at('owner', shot('group', 'Rate in a group', say('/tasa eur', '/rate eur'))),
  at('member', shot('group-rights', 'Refusal for group members', say('/seguir usd', '/follow usd'))),
  at('owner', shot('group-pinned', 'Live pinned price', say('/fijar', '/pin'))),
  alone(
    at(
      'channel',
      shot(
        'channel',
        'Rate in a channel',
        pause(60_000),
        ...LANGUAGE_OF_CHANNEL,
        say('/tasa usd', '/rate usd'),
      ),
    ),
  ),
  alone(
    at(
      'private of the channel',
      shot('channel-private', 'Channel settings, in private', ...LANGUAGE_OF_CHANNEL),
    ),
  ),
  at(
    'owner',
    shot('group-pin', 'Confirmation of the pin', hear(/^Listo: el mensaje fijado|^Done: the pinned/)),
  ),
  shot('operator-stats', 'Operator: figures', say('/stats')),
  shot('operator-health', 'Operator: health', say('/health')),
  alone(shot('operator-broadcast', 'Operator: broadcast preview', BROADCAST)),
  alone(
    shot(
      'operator-broadcast-done',
      'Operator: broadcast result',
      BROADCAST,
      press(/^Enviar$|^Send$/),
      hear(/^Terminado:|^Done: sent/),
    ),
  ),
  shot('broadcast', 'Broadcast', hear(/^Mañana a las 8|^Tomorrow at 8/)),
  shot('least', 'Minimum change menu', say('/seguir page_alpha.usd', '/follow page_alpha.usd'), OPTIONS),
  shot('least-set', 'Minimum change set', press(/^5/)),
  shot(
    'changes-all',
    'Changes of followed rates',
    say('/seguir page_beta.usd', '/follow page_beta.usd'),
    OPTIONS,
    press(/^5/),
    say('/cambios', '/changes'),
  ),
  shot('follow-list', 'Followed rates', say('/seguir', '/follow')),
  shot(
    'digest',
    'Digest',
    ...settings(NOTICES, DIGEST, /^Otro$|^Other$/),
    sayNextMinute,
    hear(/^Resumen del|^Digest of/),
  ),
  alone(
    shot(
      'moment',
      'BCV publication',
      say('/seguir bcv', '/follow bcv'),
      OPTIONS,
      press(/Cada cambio$|Every change$/),
      publish,
    ),
  ),
  shot('in-force', "Today's and tomorrow's price", say('/tasa bcv', '/rate bcv')),
  shot(
    'convert-in-force',
    'Conversion with both prices',
    say('cuánto es 50 dólares a tasa bcv', 'how much is 50 dollars at the official rate'),
  ),
  shot('gap-in-force', 'Gap with both prices', say('/brecha', '/gap')),
  shot('stop', 'Notifications stopped', say('/stop')),
]

/** What is said where one source stands still: its page is served with a price of long ago. */
export const STALE_SHOTS: readonly Shot[] = [
  shot('stale', 'Stale source', say('/start'), say('/tasa', '/rate')),
  shot('stale-rate', 'Stale rate', say('/tasa eur', '/rate eur')),
  shot('stale-conversion', 'Stale conversion', say('100 eur')),
  shot('operator-stale', 'Operator: stale source', hear(/Sin actualizar:|Not updated:/)),
]

/** What is said once the rate service has been silent for minutes. */
export const SILENT_SHOTS: readonly Shot[] = [
  shot('silent', 'Silent rate service', say('/tasa', '/rate')),
  shot('silent-rate', 'Rate during the silence', say('/tasa usd', '/rate usd')),
  shot('silent-history', 'Chart during the silence', say('/historial usd 30d', '/history usd 30d')),
  shot('operator-silent', 'Operator: silent rate service', say('/health')),
]
