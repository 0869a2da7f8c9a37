import { hear, press, type Shot, say } from './shot.ts'
import { SHOTS_ELSEWHERE } from './shots-elsewhere.ts'

/** What the demonstration shows, in this order: later ones build on what was said before. */
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
  {
    name: 'charge',
    title: 'A bill, calculated',
    steps: [say('/cobrar 12x25+8', '/charge 12x25+8')],
  },
  {
    name: 'charge-paid',
    title: 'Paid in both moneys, with the tax',
    steps: [say('/cobrar 20 paga 10 usd y 2.000 bs con igtf', '/charge 20 pays 10 usd 2.000 bs with tax')],
  },
  {
    name: 'worth',
    title: 'Whether an offer is good',
    steps: [say('me venden 100$ a 900', 'buy 100$ at 900')],
  },
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
  ...SHOTS_ELSEWHERE,
  {
    name: 'least',
    title: 'From how much change on',
    steps: [say('/seguir page_alpha.usd', '/follow page_alpha.usd'), press(/^⚙/)],
  },
  {
    name: 'least-set',
    title: 'From so much on',
    steps: [press(/^5/)],
  },
  {
    name: 'changes-all',
    title: 'What moved of all that is followed',
    steps: [
      say('/seguir page_beta.usd', '/follow page_beta.usd'),
      press(/^⚙/),
      press(/^5/),
      say('/cambios', '/changes'),
    ],
  },
  { name: 'follow-list', title: 'What is followed', steps: [say('/seguir', '/follow')] },
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
