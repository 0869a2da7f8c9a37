import { alertWords } from './alerts.ts'
import { changesWords } from './changes.ts'
import { conversionWords } from './conversion.ts'
import { historyWords } from './history.ts'
import { gapWords, inlineWords } from './inline.ts'
import { liveWords, profileWords } from './live.ts'
import { operatorWords } from './operator.ts'
import { settingsWords } from './settings.ts'
import type { CalendarDay, ClockTime, Phrases } from './words.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const two = (value: number): string => String(value).padStart(2, '0')
const clock = ({ hour, minute }: ClockTime): string =>
  `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
const date = ({ year, month, day }: CalendarDay, withYear: boolean): string =>
  `${MONTHS[month - 1]} ${day}${withYear ? `, ${year}` : ''}`

/** `Jan 19`: 19/01 reads as a month to many. */
const shortDate = ({ month, day }: CalendarDay): string => `${MONTHS[month - 1]?.slice(0, 3)} ${day}`

export const en: Phrases = {
  menu: [
    { command: 'rate', description: 'What it costs: /rate or /rate usd' },
    { command: 'convert', description: 'How much is: /convert 100 usd' },
    { command: 'gap', description: 'Between official and parallel' },
    { command: 'history', description: 'The chart: /history usd 90d' },
    { command: 'changes', description: 'Changes of a day: /changes usd' },
    { command: 'follow', description: 'Tell here when a rate changes' },
    { command: 'unfollow', description: 'Stop following a rate' },
    { command: 'alerts', description: 'Tell when a rate passes a value' },
    { command: 'settings', description: 'Language, numbers, hours, data' },
    { command: 'stop', description: 'No more notices here' },
    { command: 'help', description: 'What I can do' },
  ],

  justNow: 'just now',
  nowShort: 'now',
  minutesAgo: (minutes) => `${minutes} min ago`,
  hoursAgo: (hours) => `${hours} h ago`,
  daysAgo: (days) => (days === 1 ? '1 day ago' : `${days} days ago`),
  atTime: (time) => `at ${clock(time)}`,
  onDay: (day, withYear) => `on ${date(day, withYear)}`,
  sinceTime: (time) => `since ${clock(time)}`,
  sinceYesterday: (time) => `since yesterday ${clock(time)}`,
  sinceDay: (day, withYear) => `since ${date(day, withYear)}`,
  onWeekday: (day) => `from ${WEEKDAYS[day.weekday]}, ${date(day, false)}`,
  nearWeekday: (day) => `${WEEKDAYS[day.weekday]?.slice(0, 3)} ${day.day}`,
  sinceShortTime: (time) => `since ${clock(time)}`,
  sinceShortDay: (day) => `since ${shortDate(day)}`,
  shortDate,
  onShortDay: (day, withYear) => `${shortDate(day)}${withYear ? `, ${day.year}` : ''}`,
  priceOfToday: "today's price",
  priceOfYesterday: "yesterday's price",
  priceOfDay: (day, withYear) => `price of ${date(day, withYear)}`,

  rates: 'Rates',
  today: 'today',
  yesterday: 'yesterday',
  inForceToday: (price) => `In force today: ${price}`,
  change: {
    sinceBefore: 'since the last price',
    sinceToday: "since today's",
    sinceEither: "since the last price or today's",
  },
  lastChange: (age) => `last change ${age}`,
  simulatedPrice: 'Simulated price',
  simulatedPrices: 'Simulated prices',
  notUpdated: (since) => `not updated ${since}`,
  stalled: (since) => `stalled ${since}`,
  inForceShort: (day) => `from ${day}`,
  inForceOn: (day) => `In force ${day}`,
  silentSince: (since) => `The rate service has not answered ${since}: prices may have changed.`,
  silent: (age) => `The rate service does not answer. The latest is from ${age}.`,
  alsoOnOtherPages: (key) => `Other rates called “${key}”:`,
  more: (count) => `and ${count} more`,
  noPrices: 'I have no prices yet. Try again in a moment.',
  nothingNew: 'No change',

  conversion: conversionWords.en,
  alerts: alertWords.en,
  settings: settingsWords.en,
  clock,
  gap: gapWords.en,
  live: liveWords.en,
  profile: profileWords.en,
  operator: operatorWords.en,
  history: historyWords.en,
  changes: changesWords.en,
  inline: inlineWords.en,

  hello: 'Hello. I tell you what the dollar and the euro cost in Venezuela, and who says so.',
  whatNext: (amount) =>
    `I also convert amounts, draw charts and tell you of changes.\nTry it: tap a rate, write ${amount} or send /follow.`,
  helpIntro: 'This is what I can do:',
  helpAmounts: (first, second) => `Write an amount and I convert it: ${first} or ${second}.`,
  helpNames: (short, long) => `For one rate, add its name: ${short} or ${long}.`,
  helpGroups: 'In a group everybody may look; its administrators make the changes.',

  following: (title) => `Done: I will tell this chat when ${title} changes.`,
  alreadyFollowing: (title) => `This chat already follows ${title}.`,
  followsFull: (max) => `This chat follows ${max} rates, the most it can. Drop one with /unfollow.`,
  unfollowed: (title) => `Done: no more news of ${title}.`,
  notFollowing: (title) => `This chat does not follow ${title}.`,
  followsNothing: 'This chat follows no rate. Start with /follow.',
  whichRate: 'Which one do you want to see?',
  whichFollow: 'Which one do you want to follow?',
  whichUnfollow: 'Which one do you want to drop?',

  wentAbove: (subject, value) => `${subject} rose above ${value}`,
  wentBelow: (subject, value) => `${subject} fell below ${value}`,
  movedBy: (subject, percent) => `${subject} moved ${percent}`,
  gapBetween: (first, second) => `The gap between ${first} and ${second}`,
  fromTo: (from, to, when) => `From ${from} to ${to} ${when}`,
  nowAt: (value) => `Now: ${value}`,
  digestOf: (day) => `Digest of ${WEEKDAYS[day.weekday]}, ${date(day, false)}`,

  unknownMonitor: (asked) => `I do not know “${asked}”.`,
  didYouMean: 'Did you mean one of these?',
  seeAll: 'Send /rate to see them all.',
  talkHint: (amount, name) =>
    `Write an amount, like ${amount}, or a rate, like ${name}. Send /help to see all.`,
  unknownCommand: 'I do not know that command. Send /help to see what there is.',
  administratorsOnly: 'Only administrators can change this here.',
  administratorsUnknown: 'I could not check whether you are an administrator. Try again in a moment.',
  tooManyCommands: 'Too fast for me. Wait a moment and try again.',
  oldButton: 'This button no longer works. Send /rate.',
  error: 'Something failed on my side. Try again in a moment.',

  button: {
    rates: 'All rates',
    refresh: '↻ Refresh',
    share: 'Share',
    see: 'See the rate',
    follow: 'Follow',
    unfollow: 'Unfollow',
  },
}
