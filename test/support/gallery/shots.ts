/** What a person does, in each language where that differs. */
export type Step =
  | { readonly say: Spoken }
  /** Presses the button whose caption matches, under the last message that has one. */
  | { readonly press: RegExp }
  /** Writes in inline mode, and posts a result. */
  | { readonly inline: Spoken; readonly result?: number }
  /** Moves the simulated dollar, in percent, and waits for what the bot says of it. */
  | { readonly move: number }
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
}

const say = (es: string, en = es): Step => ({ say: { es, en } })
const press = (caption: RegExp): Step => ({ press: caption })

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
  { name: 'operator-stats', title: 'For the operator: figures', steps: [say('/stats')] },
  { name: 'operator-health', title: 'For the operator: health', steps: [say('/health')] },
  { name: 'stop', title: 'Stop', steps: [say('/stop')] },
]
