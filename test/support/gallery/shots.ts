/** In the group: as who lets the bot in, as its owner, or as a member; in the channel, or in the private chat of its owner. */
export type Seat = 'inviter' | 'owner' | 'member' | 'channel' | 'private'

/** One picture of the gallery: what is done before it, and what it shows. */
export interface Shot {
  readonly name: string
  readonly title: string
  readonly steps: readonly string[]
  /** The person's private chat, if not given. */
  readonly seat: Seat | undefined
  /** Not while the same is done in the other language. */
  readonly isAlone: boolean
}

/** A line is `NAME @SEAT | TITLE | STEP ; STEP`, with a `*` before the title of what is done in one language at a time. */
function shotsOf(lines: string): Shot[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', title = '', steps = ''] = line.split(' | ')
      const [name = '', seat] = head.split(' @')
      return {
        name,
        title: title.replace('*', ''),
        steps: steps.replaceAll('¶', '\n').split(' ; '),
        seat: seat as Seat | undefined,
        isAlone: title.startsWith('*'),
      }
    })
}

/** What the demonstration shows, in this order: later ones build on what was said before. The steps are those of `steps.ts`. */
export const SHOTS = shotsOf(`
start | Greeting | /start
help | Help | /ayuda ~ /help
rates | All rates | /tasa ~ /rate
rate | One rate | /tasa usd ~ /rate usd
unknown-rate | Unknown rate | /tasa binanse ~ /rate binanse
follow-which | Rates to follow | /seguir ~ /follow
follow | New follow | /seguir page_beta.usd ~ /follow page_beta.usd
push | Price update | !price
unfollow | Unfollowed rate | /dejar page_beta.usd ~ /unfollow page_beta.usd
convert-ask | Conversion dialog | /convertir ~ /convert
convert | Conversion | 100 usd
convert-ambiguous | Ambiguous amount | 1,500 usd ~ 1.500 usd
convert-one | Conversion by one rate | 5.000 bs ~ 5,000 bs ; [$ Paralel]
convert-past | Conversion on a past date | /convertir 100 usd 13-03-2026 ~ /convert 100 usd 13-03-2026
convert-refused | Refused conversion | /convertir 100 usd 31-02-2026 ~ /convert 100 usd 31-02-2026
gap | Gap | /brecha ~ /gap
charge | Bill | /cobrar 12x25+8 ~ /charge 12x25+8
charge-paid | Bill paid in both currencies | /cobrar 20 paga 10 usd y 2.000 bs con igtf ~ /charge 20 pays 10 usd 2,000 bs with tax
worth | Offer compared with the rates | me venden 100$ a 900 ~ buy 100$ at 900
card | Daily card | /imagen vertical clara ~ /image tall light
card-dark | Daily card, dark | [☾]
card-shop | Shop's name and products | /imagen tienda ~ /image shop ; [Nombre ~ Name] ; Bodega La Esquina ~ Corner Shop ; [Productos ~ Products] ; Harina PAN 1,20¶Café 500 g 4,50¶Queso blanco kg 6,25 ~ Corn flour 1.20¶Coffee 500 g 4.50¶White cheese kg 6.25
card-square | Square shop card | /imagen cuadrada clara ~ /image square light
history-which | Chart menu | /historial ~ /history
history | Chart | /historial usd 90d ~ /history usd 90d
history-today | Today's chart | /historial paralelo ~ /history paralelo ; [Hoy ~ Today]
history-compared | Two rates compared | /historial bcv paralelo 365d ~ /history bcv paralelo 365d
history-gap | Gap chart | /historial brecha 90d ~ /history gap 90d
settings-charts | Chart colors | /ajustes ~ /settings ; [Gráficos ~ Charts]
history-dark | Chart, dark | [Oscuros ~ Dark] ; /historial usd 90d ~ /history usd 90d
history-today-dark | Today's chart, dark | /historial paralelo ~ /history paralelo ; [Hoy ~ Today]
history-compared-dark | Two rates compared, dark | /historial bcv paralelo 365d ~ /history bcv paralelo 365d
history-gap-dark | Gap chart, dark | /historial brecha 90d ~ /history gap 90d
changes | Daily changes | /cambios usd ~ /changes usd
alerts-none | No alerts yet | /alertas ~ /alerts
alerts-ask | Alert dialog | /alertas ~ /alerts ; [🔔]
alert-fault | Incomplete alert | /alertas usd ~ /alerts usd
alert | Price alert | /alertas usd > 2000 ~ /alerts usd > 2000
alert-percent | Percentage alert | /alertas usd 2% ~ /alerts usd 2%
alert-gap | Gap alert | /alertas brecha > 90 ~ /alerts gap > 90
alerts | All alerts | /alertas ~ /alerts
triggered | Triggered alert | !price ; <^🔔 (?!Listo|Done|¿|What)>
settings | Settings | /ajustes ~ /settings
settings-language | Language and numbers | /ajustes ~ /settings ; [Idioma y números ~ Language, numbers]
settings-notices | Notification settings | /ajustes ~ /settings ; [Avisos ~ Notifications]
settings-zone | Time zone | /ajustes ~ /settings ; [Avisos ~ Notifications] ; [Zona horaria ~ Time zone]
settings-quiet | Quiet hours | /ajustes ~ /settings ; [Avisos ~ Notifications] ; [Silencio ~ Quiet hours]
settings-digest | Digest settings | /ajustes ~ /settings ; [Avisos ~ Notifications] ; [Resumen ~ Digest]
settings-preferred | Preferred rates | /ajustes ~ /settings ; [Tasas preferidas ~ Preferred rates]
settings-charge | Bill settings | /ajustes ~ /settings ; [Cobros ~ Charging]
settings-export | Data export | /ajustes ~ /settings ; [Mis datos ~ My data] ; [Descargar mis datos ~ Download my data]
settings-delete | Data deletion | /ajustes ~ /settings ; [Mis datos ~ My data] ; [Borrar mis datos ~ Delete my data]
inline-rates | Inline rates | ?
inline | Inline conversion | ?100 usd
words | Question in plain words | ¿y el paralelo, mi pana? ~ how much is the parallel dollar?
not-understood | Message not understood | me puedes prestar plata ~ can you lend me money
unknown-command | Unknown command | /saldo ~ /translate
group-greeting @inviter | Greeting in a group | !invite
group @owner | Rate in a group | /tasa eur ~ /rate eur
group-rights @member | Refusal for group members | /seguir usd ~ /follow usd
group-pinned @owner | Live pinned price | /fijar ~ /pin
channel @channel | *Rate in a channel | !wait ; #/ajustes ~ #/settings ; [Idioma y números / Language, numbers] ; [Español ~ English] ; ##/tasa usd ~ ##/rate usd
channel-private @private | *Channel settings, in private | #/ajustes ~ #/settings ; [Idioma y números / Language, numbers] ; [Español ~ English]
group-pin @owner | Confirmation of the pin | <^Listo: el mensaje fijado|^Done: the pinned>
operator-stats | Operator: figures | /stats
operator-health | Operator: health | /health
operator-broadcast | *Operator: broadcast preview | /broadcast Mañana a las 8 hago una pausa de diez minutos.¶Lo que cambie en ese rato lo digo después. ~ /broadcast Tomorrow at 8 I pause for ten minutes.¶What changes meanwhile comes afterwards.
operator-broadcast-done | *Operator: broadcast result | [Enviar ~ Send] ; <^Terminado:|^Done: sent>
broadcast | Broadcast | <^Mañana a las 8|^Tomorrow at 8>
least | Minimum change menu | /seguir page_alpha.usd ~ /follow page_alpha.usd ; [⚙]
least-set | Minimum change set | [5]
changes-all | Changes of followed rates | /seguir page_beta.usd ~ /follow page_beta.usd ; [⚙] ; [5] ; /cambios ~ /changes
follow-list | Followed rates | /seguir ~ /follow
digest | Digest | /ajustes ~ /settings ; [Avisos ~ Notifications] ; [Resumen ~ Digest] ; [Otro ~ Other] ; !minute ; <^Resumen del|^Digest of>
moment | *BCV publication | /seguir bcv ~ /follow bcv ; [⚙] ; [Cada cambio ~ Every change] ; !publish
in-force | Today's and tomorrow's price | /tasa bcv ~ /rate bcv
convert-in-force | Conversion with both prices | cuánto es 50 dólares a tasa bcv ~ how much is 50 dollars at the official rate
gap-in-force | Gap with both prices | /brecha ~ /gap
stop | Notifications stopped | /stop
`)

/** What is said where one source stands still: its page is served with a price of long ago. */
export const STALE_SHOTS = shotsOf(`
stale | Stale source | /start ; /tasa ~ /rate
stale-rate | Stale rate | /tasa eur ~ /rate eur
stale-conversion | Stale conversion | 100 eur
operator-stale | Operator: stale source | <Sin actualizar:|Not updated:>
`)

/** What is said once the rate service has been silent for minutes. */
export const SILENT_SHOTS = shotsOf(`
silent | Silent rate service | /tasa ~ /rate
silent-rate | Rate during the silence | /tasa usd ~ /rate usd
silent-history | Chart during the silence | /historial usd 30d ~ /history usd 30d
operator-silent | Operator: silent rate service | /health
`)
