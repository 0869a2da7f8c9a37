import { hear, press, type Shot, say, settings } from './shot.ts'
import { SHOTS_ELSEWHERE } from './shots-elsewhere.ts'
import { SHOTS_OF_CHARTS, SHOTS_OF_SHOPS } from './shots-of-charts-and-cards.ts'

/** The topics of the settings that have pages of their own. */
const NOTICES = /^Avisos$|^Notifications$/
const DIGEST = /^Resumen diario$|^Daily digest$/
const OWN_DATA = /^Mis datos$|^My data$/
const OPTIONS = press(/^⚙/)

/** What the demonstration shows, in this order: later ones build on what was said before. */
export const SHOTS: readonly Shot[] = [
  { name: 'start', title: 'Greeting', steps: [say('/start')] },
  { name: 'help', title: 'Help', steps: [say('/ayuda', '/help')] },
  { name: 'rates', title: 'All rates', steps: [say('/tasa', '/rate')] },
  { name: 'rate', title: 'One rate', steps: [say('/tasa usd', '/rate usd')] },
  {
    name: 'unknown-rate',
    title: 'Unknown rate',
    steps: [say('/tasa binanse', '/rate binanse')],
  },
  { name: 'follow-which', title: 'Rates to follow', steps: [say('/seguir', '/follow')] },
  { name: 'follow', title: 'New follow', steps: [say('/seguir page_beta.eur', '/follow page_beta.eur')] },
  { name: 'push', title: 'Price update', steps: [{ move: 3 }] },
  {
    name: 'unfollow',
    title: 'Unfollowed rate',
    steps: [say('/dejar page_beta.eur', '/unfollow page_beta.eur')],
  },
  {
    name: 'convert-ask',
    title: 'Conversion dialog',
    steps: [say('/convertir', '/convert')],
  },
  { name: 'convert', title: 'Conversion', steps: [say('100 usd')] },
  {
    name: 'convert-ambiguous',
    title: 'Ambiguous amount',
    steps: [say('1,500 usd', '1.500 usd')],
  },
  {
    name: 'convert-one',
    title: 'Conversion by one rate',
    steps: [say('5.000 bs', '5,000 bs'), press(/^\$ Paralel/)],
  },
  {
    name: 'convert-past',
    title: 'Conversion on a past date',
    steps: [say('/convertir 100 usd 13-03-2026', '/convert 100 usd 13-03-2026')],
  },
  {
    name: 'convert-refused',
    title: 'Refused conversion',
    steps: [say('/convertir 100 usd 31-02-2026', '/convert 100 usd 31-02-2026')],
  },
  { name: 'gap', title: 'Gap', steps: [say('/brecha', '/gap')] },
  ...SHOTS_OF_SHOPS,
  ...SHOTS_OF_CHARTS,
  { name: 'changes', title: 'Daily changes', steps: [say('/cambios usd', '/changes usd')] },
  { name: 'alerts-none', title: 'No alerts yet', steps: [say('/alertas', '/alerts')] },
  {
    name: 'alerts-ask',
    title: 'Alert dialog',
    steps: [say('/alertas', '/alerts'), press(/Nueva alerta|New alert/)],
  },
  {
    name: 'alert-fault',
    title: 'Incomplete alert',
    steps: [say('/alertas usd', '/alerts usd')],
  },
  { name: 'alert', title: 'Price alert', steps: [say('/alertas usd > 2000', '/alerts usd > 2000')] },
  { name: 'alert-percent', title: 'Percentage alert', steps: [say('/alertas usd 2%', '/alerts usd 2%')] },
  {
    name: 'alert-gap',
    title: 'Gap alert',
    steps: [say('/alertas brecha > 90', '/alerts gap > 90')],
  },
  { name: 'alerts', title: 'All alerts', steps: [say('/alertas', '/alerts')] },
  {
    name: 'triggered',
    title: 'Triggered alert',
    steps: [{ move: 3 }, hear(/^🔔 (?!Listo|Done)/u)],
  },
  { name: 'settings', title: 'Settings', steps: settings() },
  {
    name: 'settings-language',
    title: 'Language and numbers',
    steps: settings(/^Idioma y números$|^Language, numbers$/),
  },
  {
    name: 'settings-notices',
    title: 'Notification settings',
    steps: settings(NOTICES),
  },
  {
    name: 'settings-zone',
    title: 'Time zone',
    steps: settings(NOTICES, /^Zona horaria$|^Time zone$/),
  },
  {
    name: 'settings-quiet',
    title: 'Quiet hours',
    steps: settings(NOTICES, /^Silencio$|^Quiet hours$/),
  },
  {
    name: 'settings-digest',
    title: 'Digest settings',
    steps: settings(NOTICES, DIGEST),
  },
  {
    name: 'settings-preferred',
    title: 'Preferred rates',
    steps: settings(/^Tasas preferidas$|^Preferred rates$/),
  },
  {
    name: 'settings-charge',
    title: 'Bill settings',
    steps: settings(/^Cobros$|^Charging$/),
  },
  {
    name: 'settings-export',
    title: 'Data export',
    steps: settings(OWN_DATA, /^Descargar mis datos$|^Download my data$/),
  },
  {
    name: 'settings-delete',
    title: 'Data deletion',
    steps: settings(OWN_DATA, /^Borrar mis datos$|^Delete my data$/),
  },
  { name: 'inline-rates', title: 'Inline rates', steps: [{ inline: { es: '', en: '' } }] },
  { name: 'inline', title: 'Inline conversion', steps: [{ inline: { es: '100 usd', en: '100 usd' } }] },
  {
    name: 'words',
    title: 'Question in plain words',
    steps: [say('¿y el paralelo, mi pana?', 'how much is the parallel dollar?')],
  },
  {
    name: 'not-understood',
    title: 'Message not understood',
    steps: [say('me puedes prestar plata', 'can you lend me money')],
  },
  { name: 'unknown-command', title: 'Unknown command', steps: [say('/saldo', '/translate')] },
  ...SHOTS_ELSEWHERE,
  {
    name: 'least',
    title: 'Minimum change menu',
    steps: [say('/seguir page_alpha.usd', '/follow page_alpha.usd'), OPTIONS],
  },
  {
    name: 'least-set',
    title: 'Minimum change set',
    steps: [press(/^5/)],
  },
  {
    name: 'changes-all',
    title: 'Changes of followed rates',
    steps: [
      say('/seguir page_beta.usd', '/follow page_beta.usd'),
      OPTIONS,
      press(/^5/),
      say('/cambios', '/changes'),
    ],
  },
  { name: 'follow-list', title: 'Followed rates', steps: [say('/seguir', '/follow')] },
  {
    name: 'digest',
    title: 'Daily digest',
    steps: [
      ...settings(NOTICES, DIGEST, /^Otro$|^Other$/),
      { nextMinute: true },
      hear(/^Resumen del|^Digest of/),
    ],
  },
  {
    name: 'moment',
    title: 'BCV publication',
    steps: [
      say('/seguir bcv', '/follow bcv'),
      OPTIONS,
      press(/Cada cambio$|Every change$/),
      { publish: true },
    ],
    alone: true,
  },
  {
    name: 'in-force',
    title: "Today's and tomorrow's price",
    steps: [say('/tasa bcv', '/rate bcv')],
  },
  {
    name: 'convert-in-force',
    title: 'Conversion with both prices',
    steps: [say('cuánto es 50 dólares a tasa bcv', 'how much is 50 dollars at the official rate')],
  },
  {
    name: 'gap-in-force',
    title: 'Gap with both prices',
    steps: [say('/brecha', '/gap')],
  },
  { name: 'stop', title: 'Notifications stopped', steps: [say('/stop')] },
]
