import { addDays, type QuietHours, type TimeOfDay } from '../domain/caracas.ts'
import { TAX_PERCENT } from '../domain/deal/charge.ts'
import { joinAmounts } from './amounts.ts'
import { countAt, daysOfPeriod, joinDays, namesTime, WEEK_DAYS } from './days.ts'
import { ABROAD, isOfficial } from './rate.ts'
import { ABOUT_TOPICS, type AboutTopic, type Request } from './request.ts'
import { amountsIn, correctSpelling, type Speech } from './speech.ts'
import { hoursIn, parseHours, parseTime } from './times.ts'
import {
  anyOf,
  isThing,
  isUnit,
  means,
  PARTS_OF_DAY,
  PHRASE_WORDS,
  PHRASES,
  placesInRow,
  signToken,
  type Token,
  textAt,
  tokensOf,
  typedOf,
  valuesOf,
  WORDS,
  withoutAccents,
} from './tokens.ts'

const UNKNOWN_IN_TALK_MAX = 2

/** Whether a text is about these phrases alone, but for some words without a meaning that we know. */
const isAbout = (
  { says, names, unknown }: Speech,
  meaning: keyof typeof PHRASES,
  unknownMax: number,
  ...beside: readonly ReadonlySet<string>[]
): boolean =>
  says(PHRASES[meaning]) && names.length === 0 && unknown(PHRASE_WORDS[meaning], ...beside) <= unknownMax

/** `ajustes`, `cambiar la hora del resumen`, `borra mis datos`, `háblame en inglés`. */
export function readSettings(speech: Speech): Request | undefined {
  if (speech.says(PHRASES.payTo)) return { kind: 'settings', page: 'payTo' }
  if (isAbout(speech, 'ownData', 1, WORDS.remove)) return { kind: 'settings', page: 'data' }
  if (!speech.hasNumber && isAbout(speech, 'language', 3, WORDS.edit))
    return { kind: 'settings', page: 'language' }
  return isAbout(speech, 'settings', 1) ? { kind: 'settings' } : undefined
}

/** `ayuda`, `¿qué puedes hacer?`. */
export const readHelp = (speech: Speech): Request | undefined =>
  isAbout(speech, 'help', UNKNOWN_IN_TALK_MAX) ? { kind: 'help' } : undefined

/** `muchas gracias, mi rey`. */
export const readThanks = (speech: Speech): Request | undefined =>
  isAbout(speech, 'thanks', THANKS_UNKNOWN_MAX) && !speech.has(WORDS.asking) ? { kind: 'thanks' } : undefined

/** Unknown words allowed beside thanks. */
const THANKS_UNKNOWN_MAX = 5

/** `¿de dónde sacas los precios?`, `¿es gratis?`, `¿me vendes 50 dólares?`: asks about the bot. */
export function readAbout(speech: Speech): Request | undefined {
  // `mándame una foto para el grupo`
  const isOfElse = speech.has(WORDS.image, WORDS.send) || daysLeftOut(speech).length > 0
  const topic = isOfElse ? undefined : ABOUT_TOPICS.find((one) => speech.says(PHRASES[one]))
  if (!topic && isWeekendAsked(speech)) return { kind: 'about', topic: 'weekends' }
  if (!topic || !isOfTopic(speech, topic) || speech.unknown(PHRASE_WORDS[topic]) > UNKNOWN_IN_TALK_MAX)
    return undefined
  if ((topic === 'kinds' || topic === 'legal') && isWeekendSaid(speech))
    return { kind: 'about', topic: 'weekends' }
  // `¿es de hoy o de ayer?`, `¿por qué es distinto el bcv de binance?`
  if (topic === 'kinds' && speech.days.length > 1) return { kind: 'about', topic: 'fresh' }
  const isOfKinds = speech.names.length > 1 && speech.names.some(isOfficial)
  return { kind: 'about', topic: topic === 'sources' && isOfKinds ? 'kinds' : topic }
}

function isOfTopic(speech: Speech, topic: AboutTopic): boolean {
  // `el bono de guerra son cincuenta dólares`
  if (topic === 'figures') return amountsIn(speech.tokens).length === 0
  if (speech.hasNumber) return WITH_NUMBER.has(topic)
  return topic !== 'stopping' || isOfNotices(speech)
}

/** `how do i stop alerts`, `¿cómo hago para que no me lleguen más mensajes?`; `¿cómo quito el IVA?` is of something else. */
function isOfNotices({ tokens, has, says }: Speech): boolean {
  const left = tokens.filter((token) => token.kind === 'word' && !means(token, ...OF_NOTICES))
  const isNamed = has(WORDS.alertNoun, WORDS.messages, WORDS.follow) || says(PHRASES.digest)
  return left.length <= Number(isNamed)
}

const OF_NOTICES = [
  ...[WORDS.fillers, WORDS.alertNoun, WORDS.message, WORDS.messages, WORDS.send, WORDS.follow],
  ...[PHRASE_WORDS.stopping, PHRASE_WORDS.digest, PHRASE_WORDS.quit],
]

/** `¿qué tasa vale el sábado?` */
const isWeekendAsked = (speech: Speech): boolean =>
  !speech.hasNumber &&
  !speech.has(WORDS.alert) &&
  isWeekendSaid(speech) &&
  (speech.has(WORDS.holding) || isWholeWeekend(speech))

/** `sábado y domingo` */
const isWholeWeekend = ({ days, has }: Speech): boolean =>
  has(WORDS.asking) &&
  new Set(days.map(({ text }) => WEEKDAYS.get(text))).size > 1 &&
  days.every(({ text }) => WEEKDAYS.has(text))

const isWeekendSaid = ({ tokens }: Speech): boolean =>
  tokens.some(({ text }) => text.split(' ').some((word) => [0, 6].includes(weekdayOf(word) ?? -1)))

/** `¿me vendes 50 dólares?` */
const WITH_NUMBER: ReadonlySet<AboutTopic> = new Set(['sources', 'trade', 'groups'])

/** A greeting shows all rates. */
export const readGreeting = (speech: Speech): Request | undefined => {
  // `buenas, ¿cuánto está el cemento hoy?`
  const isOfThing = speech.has(WORDS.price) && speech.has(WORDS.asking) && speech.tokens.some(isThing)
  const isOfToday = speech.days.every(({ day }) => day === speech.today)
  return isAbout(speech, 'greetings', 1) && !isOfThing && isOfToday ? { kind: 'rate', names: [] } : undefined
}

/** `resumen a las 7 de la mañana`, `mándame el bcv todos los días a las 8`, `a las 9 y a la 1 de lunes a viernes`, `quitar el resumen`. */
export function readDigest(speech: Speech): Request | undefined {
  const named = speech.says(PHRASES.workdays) ? WORKDAYS : weekdaysIn(speech.marked)
  const weekdays = named.length > 0 ? named : weekendIn(speech)
  const changed = readDigestChange(speech, weekdays)
  if (changed) return changed
  const isAsked =
    speech.says(PHRASES.digest) || isDaily(speech) || isSentAt(speech) || isSchedule(speech, weekdays)
  // `a las 7, hora de miami`: the clock of a chat is a setting.
  if (!isAsked || speech.says(ABROAD) || speech.unknown(...BESIDE_DIGEST) > DIGEST_UNKNOWN_MAX)
    return undefined
  const times = digestTimes(speech)
  const schedule = { times: [...new Set(times)].toSorted(), weekdays }
  return times.length === 0 ? undefined : { kind: 'digest', schedule, ...nameOf(speech) }
}

/** What a digest is asked of: `mándamelo` is of what was asked before. */
function nameOf({ names: [name, ...others], topic, says }: Speech) {
  if (name === undefined && topic?.kind === 'monitor' && says(PHRASES.sendIt)) return { name: topic.name }
  return name !== undefined && others.length === 0 && { name }
}

/** Whether a digest is of weekends alone, or of the other days: `skip weekends`, `los fines de semana no`. */
function weekendIn({ tokens, times, has, says }: Speech): readonly number[] {
  if (!says(PHRASES.weekend)) return []
  const isBeside = tokens.some(
    (token, at) =>
      means(token, WORDS.negation, WORDS.without) &&
      [at + 1, at + 2].some((next) => means(tokens[next], PHRASE_WORDS.weekend)),
  )
  if (has(WORDS.leftOut, WORDS.except) || isBeside || means(tokens.at(-1), WORDS.negation)) return WORKDAYS
  // `los fines de semana no trabajo`, `y los fines de semana a las 9`
  const isOther = has(WORDS.negation) && !says(PHRASES.quit)
  const isMore = has(WORDS.also, WORDS.thisPeriod) || says(PHRASES.daily) || means(tokens[0], WORDS.and)
  return isOther || isMore || times.length > 1 ? [] : WEEKEND
}

/** `quita el resumen`, `quítame el de las siete`, `y también a las 5`, `no me mandes nada los domingos`: of the digest there is. */
function readDigestChange(speech: Speech, weekdays: readonly number[]): Request | undefined {
  const [time] = speech.times
  const act = isHourRemoved(speech) ? 'remove' : isMoreHour(speech) ? 'add' : undefined
  if (act && time !== undefined) return { kind: 'digest_change', change: { act, time } }
  const days = daysLeftOut(speech)
  if (days.length > 0) return { kind: 'digest_change', change: { act: 'without', days } }
  const actOnDays = daysAlone(speech, weekdays)
  if (actOnDays) return { kind: 'digest_change', change: { act: actOnDays, days: weekdays } }
  // `ya no me mandes más la tasa en las mañanas`
  const isDigest = speech.says(PHRASES.daily, PHRASES.eachMorning)
  const isOfEachDay = isDigest && speech.says(PHRASES.quit) && !lengthIn(speech)
  const isOver =
    (isOfEachDay || (speech.says(PHRASES.digest) && isEnded(speech))) &&
    !speech.hasNumber &&
    // `quita el paralelo del resumen`, `no me mandes el resumen mañana`
    !(speech.says(PHRASES.digest) && speech.names.length > 0) &&
    weekdays.length + speech.days.length === 0
  if (!isOver) return undefined
  const hours = hoursOfPart(speech)
  return hours ? { kind: 'digest_change', change: { act: 'remove', hours } } : { kind: 'no_digest' }
}

/** The hours of the part of the day that a text names: `stop the morning message`. */
function hoursOfPart({ tokens }: Speech): readonly number[] | undefined {
  const ranges = tokens.flatMap(
    ({ text }) => PARTS_OF_DAY.get(text) ?? PARTS_OF_DAY.get(text.replace(/s$/, '')) ?? [],
  )
  return ranges.length > 0 ? [...hoursIn(ranges)] : undefined
}

/** `los domingos no`, `y sábados tampoco`, `not on sundays`: the weekdays that get no digest, and nothing else is said. */
export function daysLeftOut(
  { tokens, marked, times, names, hasNumber, has, says, unknown }: Speech,
  unknownMax = 0,
): readonly number[] {
  const isNo = has(WORDS.negation, WORDS.except, WORDS.remove, WORDS.leftOut)
  const isAsked = has(WORDS.asking) || tokens.some(({ text }) => text === '?')
  if (!isNo || isAsked || hasNumber || times.length + names.length > 0) return []
  const said = marked.filter(({ text }) => weekdayOf(text) !== undefined)
  const isEach = marked.some(
    ({ text }, at) =>
      weekdayOf(text) !== undefined && (!WEEKDAYS.has(text) || means(marked[at - 1], WORDS.plural)),
  )
  const isWeekend = says(PHRASES.weekend)
  const known = [WORDS.leftOut, WORDS.except, WORDS.negation, WORDS.remove, WORDS.message]
  const days = isWeekend ? WEEKEND : said.map(({ text }) => weekdayOf(text) ?? 0)
  const isAlone = unknown(...known, PHRASE_WORDS.weekend, new Set(said.map(({ text }) => text))) <= unknownMax
  const isUnwanted = said.length > 1 && unknownMax > 0 && says(PHRASES.notNeeded)
  return (isEach || isWeekend || isUnwanted) && isAlone && days.length < WEEK_DAYS ? days : []
}

/** The times that are said; an hour of the evening says it by itself: `todas las noches a las 9`. */
function digestTimes(speech: Speech): readonly TimeOfDay[] {
  const { times, says, has, tokens } = speech
  // `mejor a las 8, que a las siete duermo`
  // `cambia el resumen de las 7 a las 8`
  // `a las 6:30, no, mejor a las 7`
  const isInstead = has(WORDS.instead) && !has(WORDS.and) && !beginsInstead(tokens)
  const isMoved = (has(WORDS.edit, WORDS.remove) || isInstead) && times.length === 2
  const meant = isMoved
    ? times.slice(1)
    : beginsInstead(tokens) && !has(WORDS.and)
      ? times.slice(0, 1)
      : times
  const said = meant.length > 0 ? meant : [hourIn(speech) ?? (isEachMorning(speech) ? MORNING : [])].flat()
  const isLate = says(PHRASES.lateDaily) && said.length === 1
  return said.map((time) => (isLate && time < NOON ? addHalf(time) : time))
}

/** `no me mandes nada los domingos`, `mándamelo de lunes a viernes nada más`: the days of the digest there is. */
function daysAlone(
  { times, names, hasNumber, has, says, unknown }: Speech,
  weekdays: readonly number[],
): 'only' | 'without' | undefined {
  if (times.length > 0 || names.length > 1 || hasNumber || weekdays.length === 0 || has(WORDS.until))
    return undefined
  // `quita el resumen los domingos`
  const isLeftOut = says(PHRASES.quit, PHRASES.quiet) || (has(WORDS.remove) && says(PHRASES.digest))
  // Of every day it is no digest that is meant.
  if (isLeftOut) return weekdays.length < WEEK_DAYS ? 'without' : undefined
  const isOnly = has(WORDS.send) || (has(WORDS.once) && unknown(WORDS.once, PHRASE_WORDS.workdays) === 0)
  return isOnly && weekdays.length > 1 && !has(WORDS.image) && !has(WORDS.history) ? 'only' : undefined
}

/** `quita el resumen`; `quita los avisos y el resumen` ends more. */
const isEnded = ({ has, says }: Speech): boolean =>
  (!has(WORDS.alertNoun) || says(PHRASES.digestNotice)) &&
  (says(PHRASES.quit, PHRASES.unfollow) || has(WORDS.remove))

/** `y también a las 5 de la tarde` */
const isMoreHour = ({ times, names, hasNumber, has, says, unknown }: Speech): boolean =>
  times.length === 1 &&
  names.length === 0 &&
  !hasNumber &&
  has(WORDS.also) &&
  unknown(WORDS.send, WORDS.also) <= 1 &&
  !says(PHRASES.quiet)

/** `quítame el de las siete`, `ya no me mandes el mensaje de las cinco`; `no me escribas después de las 9` is of quiet hours. */
function isHourRemoved({ tokens, times, has, says, hasNumber, unknown }: Speech): boolean {
  const last = typedOf(tokens.at(-1) ?? signToken(''))
  const beside = [WORDS.message, PHRASE_WORDS.digest, PHRASE_WORDS.digestNotice, PHRASE_WORDS.quit]
  const isOfMessage =
    WORDS.glue.has(last) || WORDS.one.has(last) || has(WORDS.message) || says(PHRASES.digest)
  // `quítame el mensaje ese que mandas a las 7, que me despierta al niño`
  const isOfSent = has(WORDS.message) && says(PHRASES.youSend)
  const isEnded = has(WORDS.remove) || (says(PHRASES.quit) && isOfMessage)
  const isSaid = isOfSent || unknown(WORDS.remove, WORDS.alertNoun, ...beside) <= Number(!has(WORDS.remove))
  const isSpan = has(WORDS.after, WORDS.earlier, WORDS.until, WORDS.night)
  return times.length === 1 && !hasNumber && isEnded && isSaid && !isSpan
}

/** `before I leave for school` */
const DIGEST_UNKNOWN_MAX = 4

const NOON = '12:00'

/** When a digest comes whose hour is not said. */
const MORNING = '08:00'

/** `mándame la tasa todas las mañanas` */
const isEachMorning = ({ says, has, hasNumber }: Speech): boolean =>
  says(PHRASES.eachMorning) &&
  (has(WORDS.send, WORDS.telling) || says(PHRASES.sendAsked) || (has(WORDS.alert) && says(PHRASES.daily))) &&
  !hasNumber &&
  !says(PHRASES.quit)

/** The same place on a clock face, after noon. */
const addHalf = (time: TimeOfDay): TimeOfDay => `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`

const isDaily = (speech: Speech): boolean =>
  ((speech.times[0] ?? hourAfterAt(speech)) !== undefined || isEachMorning(speech)) &&
  speech.says(PHRASES.daily, PHRASES.workdays)

/** `a las 9 y a la 1`, `a las 8, de lunes a viernes`; `de 10pm a 7am` is a span. */
function isSchedule({ times, names, says, has }: Speech, weekdays: readonly number[]): boolean {
  const isList = times.length === 1 ? weekdays.length > 1 : times.length > 1 && has(WORDS.and)
  return isList && names.length === 0 && !says(PHRASES.quiet)
}

const BESIDE_DIGEST = [
  ...[WORDS.alert, WORDS.remove, WORDS.edit, PHRASE_WORDS.digest, PHRASE_WORDS.quit],
  ...[PHRASE_WORDS.unfollow, PHRASE_WORDS.daily, PHRASE_WORDS.workdays],
]

/** `avísame a las 9am el bcv`, `mejor mándamelo a las 8`: at an hour, and neither on a day nor for a reason. */
const isSentAt = ({ times, names, days, hasNumber, has, says, unknown, tokens }: Speech): boolean =>
  times.length > 0 &&
  days.length === 0 &&
  (!hasNumber || beginsInstead(tokens)) &&
  !has(WORDS.if) &&
  (names.length > 0
    ? has(WORDS.alert, WORDS.send) || says(PHRASES.sendAsked)
    : has(WORDS.send, WORDS.instead) && unknown(WORDS.send, WORDS.instead) <= (beginsInstead(tokens) ? 3 : 0))

/** `perdone, mejor a las nueve, que me levanto tarde` */
const beginsInstead = (tokens: Speech['tokens']): boolean => {
  const first = tokens.find(({ kind, text }) => kind !== 'sign' && !WORDS.excuse.has(text))
  return means(first, WORDS.instead) || means(tokens[0], WORDS.instead)
}

const WEEKDAYS = placesInRow('weekdays')

/** `domingo`, `domingos`. */
const weekdayOf = (text: string): number | undefined =>
  WEEKDAYS.get(text) ?? WEEKDAYS.get(text.replace(/s$/, ''))

const EVERY_DAY = Array.from({ length: WEEK_DAYS }, (_, day) => day)
/** From Monday to Friday; 0 is Sunday. */
const WORKDAYS = [1, 2, 3, 4, 5]

const WEEKEND = [0, 6]

/** `de lunes a viernes`, `lunes y jueves`: the weekdays that are said, 0 for Sunday. */
function weekdaysIn(tokens: readonly Token[]): readonly number[] {
  const said = tokens.flatMap(({ text }, at) => {
    const weekday = weekdayOf(text)
    return weekday === undefined ? [] : [{ weekday, at }]
  })
  const isRange = (at: number): boolean => means(tokens[at - 1], WORDS.to, WORDS.until, WORDS.at)
  const [first, last, ...others] = said
  // `de lunes a viernes, los sábados y domingos no`
  const isLastNo = tokens.findLast(({ kind }) => kind === 'word')?.text === 'no'
  const exceptAt = tokens.findIndex(({ text }) => WORDS.except.has(text))
  const isRangeSaid = last !== undefined && isRange(last.at)
  // `todos los días menos el domingo`, `los domingos no`
  if (first && (exceptAt >= 0 ? exceptAt < first.at : isLastNo && !isRangeSaid))
    return EVERY_DAY.filter((day) => !said.some(({ weekday }) => weekday === day))
  if (!first || !last || !isRangeSaid) return said.map(({ weekday }) => weekday)
  const length = (last.weekday - first.weekday + WEEK_DAYS) % WEEK_DAYS
  const range = Array.from({ length: length + 1 }, (_, day) => (first.weekday + day) % WEEK_DAYS)
  const more = others.map(({ weekday }) => weekday)
  const days = isLastNo || exceptAt >= 0 ? range.filter((day) => !more.includes(day)) : [...range, ...more]
  return [...new Set(days)].toSorted()
}

/** `pausa hasta el lunes`, `no me escribas hasta mañana`. */
export function readMute(speech: Speech): Request | undefined {
  const { has, says, names, marked, today, unknown } = speech
  const isAsked = has(WORDS.pause) || says(PHRASES.quiet, PHRASES.quit)
  if (!isAsked || names.length > 0) return undefined
  const known = [WORDS.pause, WORDS.alertNoun, WORDS.until, PHRASE_WORDS.daily]
  if (unknown(...BESIDE_QUIET, ...known) > UNKNOWN_IN_TALK_MAX + 2) return undefined
  const isOfToday = speech.days.some(({ day }) => day === today)
  if (isOfToday && !has(WORDS.until)) return { kind: 'mute', until: addDays(today, 1) }
  const length = has(WORDS.alertNoun) && !has(WORDS.until) ? undefined : lengthIn(speech)
  if (length !== undefined)
    return length <= MUTED_DAYS_MAX ? { kind: 'mute', until: addDays(today, length) } : undefined
  if (!has(WORDS.until)) return undefined
  const days = joinDays(marked, today, 'coming').flatMap((token) => (token.kind === 'day' ? [token.day] : []))
  const [until] = days
  return days.length === 1 && until !== undefined && until > today ? { kind: 'mute', until } : undefined
}

/** Longest mute; beyond it people use /stop. */
const MUTED_DAYS_MAX = 366

/** `por una semana`, `for 3 days`: so many days. */
function lengthIn({ marked }: Speech): number | undefined {
  const at = marked.findIndex(({ text }) => WORDS.lasting.has(text))
  const count = at < 0 ? undefined : countAt(marked, at + 1)
  return count === undefined ? undefined : daysOfPeriod(count, textAt(marked, at + 2))
}

/** `every day at 8`: in English nothing else says that a number is an hour. */
const hourAfterAt = (speech: Speech): string | undefined =>
  speech.tokens.some(
    ({ kind }, at) =>
      kind === 'number' &&
      (means(speech.tokens[at - 1], WORDS.atHour) ||
        (means(speech.tokens[at - 1], WORDS.aboutHour) &&
          (speech.has(WORDS.send) || speech.says(PHRASES.alert)) &&
          !isUnit(speech.tokens[at + 1]))),
  )
    ? hourIn(speech)
    : undefined

/** `resumen 8`: the only number is its hour. */
function hourIn({ tokens }: Speech): string | undefined {
  const [number, ...more] = tokens.filter(({ kind }) => kind === 'number')
  return number && more.length === 0 ? parseTime(number.text) : undefined
}

/** Whether a text takes back what was begun: `olvídalo`, `no vale, déjalo así`, `never mind`. */
export function isCancelling(text: string): boolean {
  const words = (tokensOf(text) ?? []).filter(({ kind }) => kind !== 'sign')
  // `no me avises más` ends all notifications, also while a question is open.
  const isKnown = (word: Token): boolean =>
    means(word, WORDS.cancelling, WORDS.fillers, WORDS.smallTalk) && !means(word, WORDS.alert)
  return words.some((word) => means(word, WORDS.cancelling)) && words.every(isKnown)
}

/** Nothing but emoji: `❤️`. */
export const isEmojiOnly = (text: string): boolean =>
  EMOJI.test(text) && text.replace(OF_EMOJI, '').trim() === ''

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u

const OF_EMOJI = /[\u200d\ufe0f\p{Emoji_Modifier}\p{Extended_Pictographic}\p{Regional_Indicator}]/gu

/** `jajaja`, `ok`, `bendiciones`: asks for nothing. */
export function readSmallTalk({ tokens, names, has, unknown }: Speech): Request | undefined {
  const words = tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  const laughs = new Set(words.filter((word) => LAUGH.test(word)))
  const isTalk = (laughs.size > 0 || has(WORDS.smallTalk)) && unknown(WORDS.smallTalk, laughs) === 0
  const isOfElse = names.length > 0 || tokens.some(({ kind }) => kind === 'number' || kind === 'day')
  return isTalk && !isOfElse ? { kind: 'small_talk' } : undefined
}

const LAUGH = /^(?:a?(?:[jh]+[aeio]+)+[jh]*|x+d+|k{3,})$/

/** `vuelve a avisarme`, `épale, volví`, `start again`. */
export const readResume = (speech: Speech): Request | undefined =>
  isAbout(speech, 'resume', 0, WORDS.alert, WORDS.alertList) ? { kind: 'resume' } : undefined

const BESIDE_QUIET = [
  ...[PHRASE_WORDS.quiet, PHRASE_WORDS.silence, PHRASE_WORDS.unfollow, PHRASE_WORDS.quit],
  ...[WORDS.besideQuiet, WORDS.night, WORDS.remove],
]

const PART_SAID = new RegExp(String.raw`[ap]\.?\s?m\b|${anyOf(PARTS_OF_DAY.keys())}`, 'g')

/** What `de noche` means. */
const NIGHT_HOURS = { from: '22:00', to: '07:00' } as const

/** `no me molestes de noche`, `no me escribas entre 10 de la noche y 7 de la mañana`, `de 10pm a 7am`, `quita el silencio`. */
export function readQuiet(speech: Speech): Request | undefined {
  const { text, says, has, names, hasNumber, unknown } = speech
  if (names.length > 0) return undefined
  const isSilence = says(PHRASES.silence)
  // `stop messaging me at night`
  const isAsked = isSilence || says(PHRASES.quiet) || (says(PHRASES.quit) && has(WORDS.night))
  const hours =
    quietHoursIn(withoutAccents(text).toLowerCase(), isAsked) ?? (isAsked ? openHoursIn(speech) : undefined)
  if (hours) return { kind: 'quiet', hours }
  if (!isAsked || hasNumber || unknown(...BESIDE_QUIET) > UNKNOWN_IN_TALK_MAX) return undefined
  if (isSilence && !has(WORDS.night) && (has(WORDS.remove) || says(PHRASES.unfollow)))
    return { kind: 'quiet', hours: 'none' }
  if (has(WORDS.night)) return { kind: 'quiet', hours: NIGHT_HOURS }
  return isSilence ? { kind: 'quiet', hours: undefined } : undefined
}

/** From it to noon an hour after which nobody wants messages is one of the evening. */
const FIRST_OF_EVENING = '05:00'

/** `no me escribas después de las 9 de la noche`, `antes de las 8`: the missing end is the night's default. */
function openHoursIn({ times, has, tokens }: Speech): QuietHours | undefined {
  // `ni antes de las 7 ni después de las 10`
  const earlier = tokens.findIndex(({ text }) => WORDS.earlier.has(text))
  const isReversed = earlier >= 0 && tokens.slice(earlier).some(({ text }) => WORDS.after.has(text))
  const [time, to, ...more] = isReversed ? times.toReversed() : times
  if (time === undefined || more.length > 0) return undefined
  if (to !== undefined) return time === to ? undefined : { from: time, to }
  if (has(WORDS.after) && time !== NIGHT_HOURS.to)
    return { ...NIGHT_HOURS, from: time >= FIRST_OF_EVENING && time < NOON ? addHalf(time) : time }
  return has(WORDS.earlier) && time !== NIGHT_HOURS.from ? { ...NIGHT_HOURS, to: time } : undefined
}

/** Two times of a wish for silence, or alone where each says its part of the day. */
function quietHoursIn(text: string, isAsked: boolean) {
  if (!isAsked) return (text.match(PART_SAID)?.length ?? 0) > 1 ? parseHours(text) : undefined
  const phrases = [...PHRASES.quiet, ...PHRASES.silence].toSorted((a, b) => b.length - a.length)
  const spoken = text.replace(/['’]/g, ' ')
  const said = phrases.reduce((rest, phrase) => rest.replace(phrase, ' '), spoken)
  const words = said.split(/\s+/).filter((word) => !WORDS.besideQuiet.has(word))
  return parseHours(words.join(' ').trim())
}

/** `¿cuánto está el cartón de huevos?`, `¿tú puedes anotar lo que me deben?`: asks what we neither know nor do; read where nothing else is. */
export function readBeyond(text: string): Request | undefined {
  const tokens = joinAmounts(correctSpelling(tokensOf(text) ?? []))
  const says = (words: ReadonlySet<string>): boolean => tokens.some((token) => words.has(token.text))
  const numbers = tokens.filter((token, at) => token.kind === 'number' && !isTaxPercentage(token, at, tokens))
  const isOfTax =
    says(WORDS.foreignTax) || (tokens.some(isTaxPercentage) && !says(WORDS.discount) && !says(WORDS.above))
  if (isOfTax && numbers.length === 0) return { kind: 'about', topic: 'tax' }
  if (says(WORDS.ability)) return { kind: 'about', topic: 'ability' }
  const isOfWeights = tokens.every(({ kind }, at) => kind !== 'number' || means(tokens[at + 1], WORDS.kilo))
  // `necesito la tasa rapidito que tengo cola`
  const isOfElse = tokens.some(({ text: word }) => namesTime(word) || OF_ELSE.some((some) => some.has(word)))
  if (says(WORDS.rateItself) && numbers.length === 0 && !isOfElse && tokens.length <= BEYOND_TOKENS_MAX)
    return { kind: 'rate', names: [] }
  const isOfThing = isOfWeights && !tokens.some(isUnit) && tokens.some(isThing)
  // `how much is a bag of harina pan`
  const isPriceAsked =
    says(WORDS.price) ||
    tokens.some(
      ({ text: word }, at) =>
        (WORDS.is.has(word) || WORDS.asking.has(word)) && means(tokens[at + 1], WORDS.oneAgo),
    )
  return isOfThing &&
    !says(WORDS.rateItself) &&
    says(WORDS.asking) &&
    isPriceAsked &&
    tokens.length <= BEYOND_TOKENS_MAX
    ? { kind: 'about', topic: 'products' }
    : undefined
}

/** `el 3 %` of payments in foreign money. */
export const isTaxPercentage = ({ text }: Token, at: number, tokens: readonly Token[]): boolean =>
  text === TAX_PERCENT && textAt(tokens, at + 1) === '%'

const BEYOND_TOKENS_MAX = 12

const LATER = [...valuesOf('days').keys()].filter((day) => valuesOf('days').get(day) !== 0)

/** What today's rates are no answer to. */
const OF_ELSE = [WORDS.past, WORDS.negation, WORDS.alert, WEEKDAYS, PARTS_OF_DAY, new Set(LATER)]
