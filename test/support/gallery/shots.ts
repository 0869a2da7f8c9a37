/** What a person does, in each language where that differs. */
export type Step =
  | { readonly say: Spoken }
  /** Presses the button whose caption matches, under the last message that has one. */
  | { readonly press: RegExp | Readonly<Record<'es' | 'en', RegExp>> }
  /** Writes in inline mode, and posts a result. */
  | { readonly inline: Spoken; readonly result?: number }
  /** Moves the simulated dollar, in percent, and waits for what the bot says of it. */
  | { readonly move: number }
  /** Waits for what the bot says, or writes over something it said, by itself. */
  | { readonly hear: RegExp }
  /** Says the minute after this one as a time of day. */
  | { readonly nextMinute: true }
  /** The bot is taken out of the group, and let in as an administrator. */
  | { readonly invite: true }

export interface Spoken {
  readonly es: string
  readonly en: string
}

/** One picture of the gallery: what is done before it, and what it shows. */
export interface Shot {
  readonly name: string
  readonly title: string
  readonly steps: readonly Step[]
  /** In the group: as who lets the bot in, as its owner, or as a member. */
  readonly inGroup?: 'inviter' | 'owner' | 'member'
  /** In the channel, as its owner. */
  readonly inChannel?: true
  /** Not while the same is done in the other language. */
  readonly alone?: true
}

const hear = (text: RegExp): Step => ({ hear: text })
const say = (es: string, en = es): Step => ({ say: { es, en } })
const press = (caption: RegExp): Step => ({ press: caption })

const BROADCAST = say(
  '/broadcast Mañana a las 8 hago una pausa de diez minutos.\nLo que cambie en ese rato lo digo después.',
  '/broadcast Tomorrow at 8 I pause for ten minutes.\nWhat changes meanwhile comes afterwards.',
)

export const SHOTS: readonly Shot[] = [
  { name: 'start', title: 'The greeting', steps: [say('/start')] },
  { name: 'help', title: 'Help', steps: [say('/ayuda', '/help')] },
  { name: 'rates', title: 'All rates', steps: [say('/tasa', '/rate')] },
  { name: 'rate', title: 'One rate', steps: [say('/tasa usd', '/rate usd')] },
  {
    name: 'unknown-rate',
    title: 'A name that is not known',
    steps: [say('/tasa paralelo', '/rate paralelo')],
  },
  { name: 'follow-which', title: 'What to follow', steps: [say('/seguir', '/follow')] },
  { name: 'follow', title: 'A follow', steps: [say('/seguir page_alpha.eur', '/follow page_alpha.eur')] },
  { name: 'push', title: 'A push', steps: [{ move: 3 }] },
  {
    name: 'unfollow',
    title: 'No more of it',
    steps: [say('/dejar page_alpha.eur', '/unfollow page_alpha.eur')],
  },
  {
    name: 'convert-ask',
    title: 'A conversion, step by step',
    steps: [say('/convertir', '/convert')],
  },
  { name: 'convert', title: 'A conversion', steps: [say('100 usd')] },
  { name: 'convert-ambiguous', title: 'An amount that may be read in two ways', steps: [say('1.500 usd')] },
  {
    name: 'convert-one',
    title: 'By one rate',
    steps: [say('5.000 bs'), press(/paralelo/)],
  },
  {
    name: 'convert-past',
    title: 'At a past date',
    steps: [say('/convertir 100 usd 13-03-2026', '/convert 100 usd 13-03-2026')],
  },
  {
    name: 'convert-refused',
    title: 'What cannot be converted',
    steps: [say('/convertir 100 usd 31-02-2026', '/convert 100 usd 31-02-2026')],
  },
  { name: 'gap', title: 'The gap', steps: [say('/brecha', '/gap')] },
  { name: 'history-which', title: 'Which chart', steps: [say('/historial', '/history')] },
  { name: 'history', title: 'A chart', steps: [say('/historial usd 90d', '/history usd 90d')] },
  {
    name: 'history-compared',
    title: 'Two rates against each other',
    steps: [
      say('/historial page_alpha.usd page_beta.usd 365d', '/history page_alpha.usd page_beta.usd 365d'),
    ],
  },
  {
    name: 'history-gap',
    title: 'The gap as a chart',
    steps: [say('/historial brecha 90d', '/history gap 90d')],
  },
  { name: 'changes', title: "The day's changes", steps: [say('/cambios usd', '/changes usd')] },
  { name: 'alerts-none', title: 'Alerts, and none yet', steps: [say('/alertas', '/alerts')] },
  {
    name: 'alerts-ask',
    title: 'An alert, step by step',
    steps: [say('/alertas', '/alerts'), press(/Nueva alerta|New alert/)],
  },
  {
    name: 'alert-fault',
    title: 'An alert that lacks something',
    steps: [say('/alertas usd', '/alerts usd')],
  },
  { name: 'alert', title: 'An alert in one line', steps: [say('/alertas usd > 2000', '/alerts usd > 2000')] },
  { name: 'alert-percent', title: 'An alert on a move', steps: [say('/alertas usd 2%', '/alerts usd 2%')] },
  {
    name: 'alert-gap',
    title: 'An alert on the gap',
    steps: [say('/alertas brecha > 90', '/alerts gap > 90')],
  },
  { name: 'alerts', title: 'All alerts', steps: [say('/alertas', '/alerts')] },
  { name: 'triggered', title: 'An alert that was triggered', steps: [{ move: 3 }] },
  { name: 'settings', title: 'Settings', steps: [say('/ajustes', '/settings')] },
  {
    name: 'settings-language',
    title: 'Language',
    steps: [say('/ajustes', '/settings'), press(/^Idioma$|^Language$/)],
  },
  {
    name: 'settings-numbers',
    title: 'Numbers',
    steps: [say('/ajustes', '/settings'), press(/^Números$|^Numbers$/)],
  },
  {
    name: 'settings-zone',
    title: 'Time zone',
    steps: [say('/ajustes', '/settings'), press(/^Zona horaria$|^Time zone$/)],
  },
  {
    name: 'settings-quiet',
    title: 'Quiet hours',
    steps: [say('/ajustes', '/settings'), press(/^Silencio$|^Quiet hours$/)],
  },
  {
    name: 'settings-digest',
    title: 'The daily digest',
    steps: [say('/ajustes', '/settings'), press(/^Resumen diario$|^Daily digest$/)],
  },
  {
    name: 'settings-preferred',
    title: 'Preferred rates',
    steps: [say('/ajustes', '/settings'), press(/^Tasas preferidas$|^Preferred rates$/)],
  },
  {
    name: 'settings-export',
    title: 'All that is kept of a chat',
    steps: [say('/ajustes', '/settings'), press(/^Descargar mis datos$|^Download my data$/)],
  },
  {
    name: 'settings-delete',
    title: 'Before all of it is deleted',
    steps: [say('/ajustes', '/settings'), press(/^Borrar mis datos$|^Delete my data$/)],
  },
  { name: 'inline-rates', title: 'All rates by inline mode', steps: [{ inline: { es: '', en: '' } }] },
  { name: 'inline', title: 'Inline mode', steps: [{ inline: { es: '100 usd', en: '100 usd' } }] },
  { name: 'unknown-command', title: 'A command that is not known', steps: [say('/dolar', '/dollar')] },
  {
    name: 'group-greeting',
    title: 'The greeting in a group',
    steps: [{ invite: true }],
    inGroup: 'inviter',
  },
  { name: 'group', title: 'In a group', steps: [say('/tasa eur', '/rate eur')], inGroup: 'owner' },
  {
    name: 'group-rights',
    title: 'Only administrators change things in a group',
    steps: [say('/seguir usd', '/follow usd')],
    inGroup: 'member',
  },
  {
    name: 'group-pinned',
    title: 'A pinned price that stays up to date',
    steps: [say('/fijar', '/pin')],
    inGroup: 'owner',
  },
  {
    name: 'channel',
    title: 'In a channel',
    steps: [
      say('/ajustes', '/settings'),
      press(/^Idioma$|^Language$/),
      { press: { es: /^Español$/, en: /^English$/ } },
      say('/tasa usd', '/rate usd'),
    ],
    inChannel: true,
    alone: true,
  },
  {
    name: 'group-pin',
    title: 'What is said of it',
    steps: [hear(/^Listo: el mensaje fijado|^Done: the pinned/)],
    inGroup: 'owner',
  },
  { name: 'operator-stats', title: 'For the operator: figures', steps: [say('/stats')] },
  { name: 'operator-health', title: 'For the operator: health', steps: [say('/health')] },
  {
    name: 'operator-broadcast',
    title: 'For the operator: before a broadcast',
    steps: [BROADCAST],
    alone: true,
  },
  {
    name: 'operator-broadcast-done',
    title: 'For the operator: after a broadcast',
    steps: [BROADCAST, press(/^Enviar$|^Send$/), hear(/^Terminado:|^Done: sent/)],
    alone: true,
  },
  { name: 'broadcast', title: 'A broadcast', steps: [hear(/^Mañana a las 8|^Tomorrow at 8/)] },
  {
    name: 'changes-all',
    title: 'What moved of all that is followed',
    steps: [
      say('/seguir page_alpha.usd', '/follow page_alpha.usd'),
      say('/seguir page_beta.usd', '/follow page_beta.usd'),
      say('/cambios', '/changes'),
    ],
  },
  { name: 'follow-list', title: 'What is followed', steps: [say('/seguir', '/follow')] },
  {
    name: 'least',
    title: 'From how much change on',
    steps: [say('/seguir', '/follow'), press(/^⚙/)],
  },
  {
    name: 'digest',
    title: 'The digest of a day',
    steps: [
      say('/ajustes', '/settings'),
      press(/^Resumen diario$|^Daily digest$/),
      press(/^Otro$|^Other$/),
      { nextMinute: true },
      hear(/^Resumen del|^Digest of/),
    ],
  },
  { name: 'stop', title: 'Stop', steps: [say('/stop')] },
]

/** What is said where one source stands still: its page is served with a price of long ago. */
export const STALE_SHOTS: readonly Shot[] = [
  { name: 'stale', title: 'A source that stands still', steps: [say('/start'), say('/tasa', '/rate')] },
  { name: 'stale-rate', title: 'One rate that stands still', steps: [say('/tasa eur', '/rate eur')] },
  {
    name: 'stale-conversion',
    title: 'A conversion by a rate that stands still',
    steps: [say('100 eur')],
  },
  {
    name: 'operator-stale',
    title: 'For the operator: a source stands still',
    steps: [hear(/Sin actualizar:|Not updated:/)],
  },
]

/** What is said once the rate service has been silent for minutes. */
export const SILENT_SHOTS: readonly Shot[] = [
  { name: 'silent', title: 'A rate service that does not answer', steps: [say('/tasa', '/rate')] },
  { name: 'silent-rate', title: 'One rate meanwhile', steps: [say('/tasa usd', '/rate usd')] },
  {
    name: 'silent-history',
    title: 'A chart meanwhile',
    steps: [say('/historial usd 30d', '/history usd 30d')],
  },
  { name: 'operator-silent', title: 'For the operator: health meanwhile', steps: [say('/health')] },
]
