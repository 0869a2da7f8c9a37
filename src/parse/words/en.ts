import { type Lexicon, NIGHT } from './es.ts'

/** The words that people type in English, by what they mean: in lower case. */
export const EN: Lexicon = {
  months: 'january february march april may june july august september october november december',
  weekdays: 'sunday monday tuesday wednesday thursday friday saturday',
  days: { today: 0, yesterday: -1, tomorrow: 1 },
  past: 'was last',
  beforeMorning: '',
  before: '',
  ago: 'ago',
  betweenDays: 'to and',
  thisPeriod: 'this',
  lastPeriod: '',
  since: 'since from',
  ofDay: 'of',
  ordinals: 'st nd rd th',
  periods: { day: 1, week: 7, month: 30, quarter: 90, year: 365 },
  shortPeriods: { d: 1, w: 7, m: 30, y: 365 },
  minutePeriods: { min: 1, minute: 1, h: 60, hour: 60 },

  numerals: {
    ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
    ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, half: 0.5 },
  },
  scales: { k: 1_000, thousand: 1_000, mm: 1_000_000, million: 1_000_000, millions: 1_000_000 },
  slangScales: '',
  and: '',
  halves: '',
  ofAmount: '',

  bolivares: 'bolivars',
  dollars: 'dollar dollars buck bucks',
  euros: 'euro euros',

  to: 'to in into',
  conversionQuestion: 'how convert',
  conversionFillers: 'much many is are worth at the of please rate and',
  gap: 'gap',
  historyFillers: 'and with from until to the last',
  changesFillers: 'on of the for changes',

  percent: 'percent',
  per: '',
  above: 'above over more exceeds rises rise',
  below: 'below under less drops drop falls fall',
  once: 'once only',
  cooldown: 'every cooldown',
  until: 'until till',
  alertFillers:
    'than at the is if when moves goes me tell let know alert notify price rate of please reaches hits',

  pays: 'pays paid pay gives gave hands handed with',
  without: 'without no',
  foreignTax: 'tax',
  paidAsDollars: '',
  plus: 'plus and',
  minus: 'minus less',
  times: 'times by',
  over: '',
  changeDue: '',
  forBill: 'for of',
  billIs: '',
  banknote: 'banknote banknotes',
  discount: 'discount off',
  saleTax: 'vat',
  rest: 'rest remainder',
  chargeFillers:
    'more customer he she they a the of for in and bill total cash me please by how much is are left change',

  hours: {
    ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
    ...{ eleven: 11, twelve: 12 },
  },
  namedHours: { noon: 12, midnight: 0 },
  minutesBefore: { 'half past': 30, 'quarter past': 15, 'quarter to': -15 },
  minutesAfter: {},
  sharp: ["o'clock", 'o’clock', 'oclock'],
  ofPart: ['in the', 'at'],
  partsOfDay: {
    morning: [[1, 11]],
    afternoon: [[12, 18]],
    evening: [[16, 23]],
    night: NIGHT,
  },
  beforeHour: [],
  hoursFillers: 'from to until till between and at the every day',

  digest: 'summary digest',
  digestFillers: 'daily send receive schedule turn',
  followUp: 'and in to at',
  image: 'image images picture pictures',
  imageFillers:
    'send share make create post status whatsapp instagram dark light square tall auto off shop store products',
  opened: 'open opened opens',
  moved: 'go gone went up down rise risen rose fall fallen fell drop dropped moved change changed',
  smallTalk:
    'ok okay cool nice great good fine yes no yep nope bye goodbye lol lmao wow perfect sure sorry haha',
  cancelling: 'cancel cancelled never nevermind mind forget leave no nothing quit exit stop',
  guessed: 'dollar dollars parallel official average',

  places: {},
}
