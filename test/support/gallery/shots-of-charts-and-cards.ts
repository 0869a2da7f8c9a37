import { press, type Shot, type Step, say, settings } from './shot.ts'

/** For who sells something: bills, offers, and the card of the day. */
export const SHOTS_OF_SHOPS: readonly Shot[] = [
  {
    name: 'charge',
    title: 'Bill',
    steps: [say('/cobrar 12x25+8', '/charge 12x25+8')],
  },
  {
    name: 'charge-paid',
    title: 'Bill paid in both currencies',
    steps: [say('/cobrar 20 paga 10 usd y 2.000 bs con igtf', '/charge 20 pays 10 usd 2,000 bs with tax')],
  },
  {
    name: 'worth',
    title: 'Offer compared with the rates',
    steps: [say('me venden 100$ a 900', 'buy 100$ at 900')],
  },
  { name: 'card', title: 'Daily card', steps: [say('/imagen vertical clara', '/image tall light')] },
  { name: 'card-dark', title: 'Daily card, dark', steps: [press(/^☾/)] },
  {
    name: 'card-shop',
    title: "Shop's name and products",
    steps: [
      say('/imagen tienda', '/image shop'),
      press(/^Nombre$|^Name$/),
      say('Bodega La Esquina', 'Corner Shop'),
      press(/^Productos$|^Products$/),
      say(
        'Harina PAN 1,20\nCafé 500 g 4,50\nQueso blanco kg 6,25',
        'Corn flour 1.20\nCoffee 500 g 4.50\nWhite cheese kg 6.25',
      ),
    ],
  },
  {
    name: 'card-square',
    title: 'Square shop card',
    steps: [say('/imagen cuadrada clara', '/image square light')],
  },
]

/** A chart is asked for in the same words, light or dark. */
const CHARTS: readonly Shot[] = [
  { name: 'history', title: 'Chart', steps: [say('/historial usd 90d', '/history usd 90d')] },
  {
    name: 'history-today',
    title: "Today's chart",
    steps: [say('/historial paralelo', '/history paralelo'), press(/^Hoy$|^Today$/)],
  },
  {
    name: 'history-compared',
    title: 'Two rates compared',
    steps: [say('/historial bcv paralelo 365d', '/history bcv paralelo 365d')],
  },
  {
    name: 'history-gap',
    title: 'Gap chart',
    steps: [say('/historial brecha 90d', '/history gap 90d')],
  },
]

const darkened = (before: readonly Step[]): Shot[] =>
  CHARTS.map(({ name, title, steps }) => ({
    name: `${name}-dark`,
    title: `${title}, dark`,
    steps: name === CHARTS[0]?.name ? [...before, ...steps] : steps,
  }))

/** Charts, light and then dark. */
export const SHOTS_OF_CHARTS: readonly Shot[] = [
  { name: 'history-which', title: 'Chart menu', steps: [say('/historial', '/history')] },
  ...CHARTS,
  { name: 'settings-charts', title: 'Chart colors', steps: settings(/^Gráficos$|^Charts$/) },
  ...darkened([press(/^Oscuros$|^Dark$/)]),
]
