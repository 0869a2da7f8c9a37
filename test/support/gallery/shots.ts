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
  { name: 'start', title: 'The greeting', steps: [say('/start')] },
  { name: 'help', title: 'Help', steps: [say('/ayuda', '/help')] },
  { name: 'rates', title: 'All rates', steps: [say('/tasa', '/rate')] },
  { name: 'rate', title: 'One rate', steps: [say('/tasa usd', '/rate usd')] },
  {
    name: 'unknown-rate',
    title: 'A name that is not known',
    steps: [say('/tasa binanse', '/rate binanse')],
  },
  { name: 'follow-which', title: 'What to follow', steps: [say('/seguir', '/follow')] },
  { name: 'follow', title: 'A follow', steps: [say('/seguir page_beta.eur', '/follow page_beta.eur')] },
  { name: 'push', title: 'A push', steps: [{ move: 3 }] },
  {
    name: 'unfollow',
    title: 'No more of it',
    steps: [say('/dejar page_beta.eur', '/unfollow page_beta.eur')],
  },
  {
    name: 'convert-ask',
    title: 'A conversion, step by step',
    steps: [say('/convertir', '/convert')],
  },
  { name: 'convert', title: 'A conversion', steps: [say('100 usd')] },
  {
    name: 'convert-ambiguous',
    title: 'An amount that may be read in two ways',
    steps: [say('1,500 usd', '1.500 usd')],
  },
  {
    name: 'convert-one',
    title: 'By one rate',
    steps: [say('5.000 bs', '5,000 bs'), press(/^\$ Paralel/)],
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
  ...SHOTS_OF_SHOPS,
  ...SHOTS_OF_CHARTS,
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
  {
    name: 'triggered',
    title: 'An alert that was triggered',
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
    title: 'What is told without asking',
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
    title: 'The daily digest',
    steps: settings(NOTICES, DIGEST),
  },
  {
    name: 'settings-preferred',
    title: 'Preferred rates',
    steps: settings(/^Tasas preferidas$|^Preferred rates$/),
  },
  {
    name: 'settings-charge',
    title: 'How bills are rounded and taxed',
    steps: settings(/^Cobros$|^Charging$/),
  },
  {
    name: 'settings-export',
    title: 'All that is kept of a chat',
    steps: settings(OWN_DATA, /^Descargar mis datos$|^Download my data$/),
  },
  {
    name: 'settings-delete',
    title: 'Before all of it is deleted',
    steps: settings(OWN_DATA, /^Borrar mis datos$|^Delete my data$/),
  },
  { name: 'inline-rates', title: 'All rates by inline mode', steps: [{ inline: { es: '', en: '' } }] },
  { name: 'inline', title: 'Inline mode', steps: [{ inline: { es: '100 usd', en: '100 usd' } }] },
  {
    name: 'words',
    title: 'In plain words',
    steps: [say('¿y el paralelo, mi pana?', 'how much is the parallel dollar?')],
  },
  {
    name: 'not-understood',
    title: 'What is not understood',
    steps: [say('me puedes prestar plata', 'can you lend me money')],
  },
  { name: 'unknown-command', title: 'A command that is not known', steps: [say('/saldo', '/translate')] },
  ...SHOTS_ELSEWHERE,
  {
    name: 'least',
    title: 'From how much change on',
    steps: [say('/seguir page_alpha.usd', '/follow page_alpha.usd'), OPTIONS],
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
      OPTIONS,
      press(/^5/),
      say('/cambios', '/changes'),
    ],
  },
  { name: 'follow-list', title: 'What is followed', steps: [say('/seguir', '/follow')] },
  {
    name: 'digest',
    title: 'The digest of a day',
    steps: [
      ...settings(NOTICES, DIGEST, /^Otro$|^Other$/),
      { nextMinute: true },
      hear(/^Resumen del|^Digest of/),
    ],
  },
  {
    name: 'moment',
    title: 'The moment when the BCV publishes',
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
    title: 'The price in force, beside the one that was published for a day to come',
    steps: [say('/tasa bcv', '/rate bcv')],
  },
  {
    name: 'convert-in-force',
    title: 'A conversion meanwhile',
    steps: [say('cuánto es 50 dólares a tasa bcv', 'how much is 50 dollars at the official rate')],
  },
  {
    name: 'gap-in-force',
    title: 'The gap meanwhile',
    steps: [say('/brecha', '/gap')],
  },
  { name: 'stop', title: 'Stop', steps: [say('/stop')] },
]
