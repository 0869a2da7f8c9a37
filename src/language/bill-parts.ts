import { compare } from '../domain/decimal.ts'
import { namesTime } from './days.ts'
import { amountsIn, endOf, type SpokenAmount } from './speech.ts'
import {
  type DatedToken,
  isBolivares,
  isNumber,
  isPunctuation,
  isThing,
  isUnit,
  means,
  PHRASES,
  saysAnyOf,
  type Token,
  WORDS,
} from './tokens.ts'

/**
 * What an amount of a told bill is. Change that the writer gives is `handed`, `me dio 20, le doy 5 y el resto por pago móvil`; what
 * the writer has may be that or a payment, and so is `unclear`.
 */
export type Role = 'due' | 'count' | 'paid' | 'handed' | 'unclear'

/** An amount of a bill that is told with its payments. */
export interface Part extends SpokenAmount {
  /** The words before it. */
  readonly words: readonly Token[]
  readonly role: Role
}

/** An amount whose role is not known yet, with those before it. */
interface Told {
  readonly noted: readonly Token[]
  readonly part: Omit<Part, 'role'>
  readonly before: readonly Part[]
  /** Whether a word before it has one of these meanings. */
  says(...meanings: readonly ReadonlySet<string>[]): boolean
}

/** The amounts of a bill, each with what it is. */
export function partsIn(noted: readonly Token[]): readonly Part[] {
  const before: Part[] = []
  for (const amount of amountsIn(noted)) {
    const words = noted.slice((before.at(-1)?.at ?? -1) + 1, amount.at)
    const part = { ...amount, words }
    const says: Told['says'] = (...some) => words.some((word) => means(word, ...some))
    const [role] = ROLES.find(([, isOfRole]) => isOfRole({ noted, part, before, says })) ?? ['due']
    before.push({ ...part, role })
  }
  return before
}

/** `me pagan con un billete de 100 … y tengo 40 en efectivo`: what the writer has is no payment of the other. */
function isOwnMoney({ before, says }: Told): boolean {
  const payment = before.find(({ role }) => role === 'paid')
  return (
    says(WORDS.holds) &&
    payment !== undefined &&
    !payment.words.some((word) => means(word, WORDS.holds, WORDS.gives))
  )
}

/** `me dio 20, le doy 5`; after `50$ paga 20$` it pays more. */
function isHandedBack(told: Told): boolean {
  const { noted, part, before, says } = told
  const payment = before.find(({ role }) => role === 'paid')
  const isShort = before.some(
    ({ role, value }) => role === 'due' && compare(value ?? '0', payment?.value ?? '0') >= 0,
  )
  // `quiere 10$ de vuelto en efectivo`
  const [of, change] = noted.slice(endOf(noted, part))
  const isOfChange = means(of, WORDS.of) && means(change, WORDS.changeDue)
  const isOfWriter =
    isOwnMoney(told) || says(WORDS.gives, WORDS.gave) || saysAnyOf(part.words, PHRASES.givesBack)
  // `pagué con 50 una cuenta de 32 y me dieron 10`
  const isPaidMe = saysAnyOf(noted.slice(0, payment?.at), PHRASES.paidMe)
  const isBack = isPaidMe ? isOfWriter : saysAnyOf(part.words, [...PHRASES.gaveMe, ...PHRASES.paidMe])
  return payment !== undefined && !isShort && (isOfChange || isBack)
}

/** `me pagan 14,60 con un billete de 20` */
function isPaidWith({ noted, part }: Told): boolean {
  const [join, ...behind] = noted.slice(endOf(noted, part))
  const first = behind.find((token) => !means(token, WORDS.one, WORDS.banknote, WORDS.of))
  return means(join, WORDS.with) && isNumber(first)
}

function isPayment({ noted, part, says }: Told): boolean {
  const { at, unit, words } = part
  // `tengo que pagar 15$` pays nothing yet; `me va a pagar 10$` does.
  const isDue = says(WORDS.toPay) && !says(WORDS.wills)
  // `lo tengo en 1,80` says a price.
  const held = words.findLastIndex((word) => means(word, WORDS.holds))
  const isHeld = held >= 0 && !means(words[held - 1], WORDS.glue)
  // `me mandó 18.450 bs`; not `la luz llegó en 8000 bs`, `no me llegaron los 20.000 bs`
  const isOther = means(noted[at - 1], WORDS.at) || says(WORDS.negation)
  const isSent = unit !== undefined && isBolivares(unit) && says(WORDS.sent) && !isOther
  return ((says(...OF_PAYMENT) || isSent) && !isBillLast(words)) || ((isHeld || says(WORDS.toPay)) && !isDue)
}

/** `vuelto de 20 si son 13,40`; `vuelto de 20 si pagan 50` says the bill. */
function isChangeOf({ noted, part }: Told): boolean {
  const [of, change] = part.words.filter((token) => !isMoneyWord(token)).toReversed()
  const isPaid = noted.slice(part.at).some((token) => means(token, WORDS.pays))
  return means(of, WORDS.of) && means(change, WORDS.changeDue) && !isPaid
}

/** `tengo 30$ y 5000 bs`, `la cuenta es 35, me dan 20, 10 por zelle` */
const isMoreOf =
  (role: Role) =>
  ({ noted, part, before, says }: Told): boolean => {
    const said = part.words.filter((token) => !isMoneyWord(token))
    const isBeside =
      (before.some(({ role }) => role === 'due') || noted.slice(part.at + 1).some(isNumber)) &&
      said.every((token) => means(token, WORDS.and, WORDS.another, WORDS.of, WORDS.one)) &&
      !means(noted[part.at + 1], WORDS.of)
    const isJoined = part.unit !== undefined && means(said.at(-1), WORDS.and)
    const isBill = says(WORDS.bill, WORDS.is, WORDS.billIs)
    return before.at(-1)?.role === role && (isBeside || isJoined) && !isBill
  }

/** `dejé 20 de inicial por una lavadora de 280` */
const isDeposit = ({ noted, part }: Told): boolean => {
  const end = endOf(noted, part)
  return means(noted[end], WORDS.of) && means(noted[end + 1], WORDS.deposit)
}

/** `20k bs already paid`; not `10 usd of 30 already paid`. */
const isPaidBehind = ({ noted, part: { at } }: Told): boolean =>
  !noted.slice(at + 1).some(isNumber) &&
  !means(noted[at - 1], WORDS.of) &&
  noted.slice(at + 1).some(({ text }) => WORDS.paidBehind.has(text))

/** `dos kilos`, `4 cuotas` */
function isCounting({ noted, part: { at, unit }, before }: Told): boolean {
  const behind = noted[at + 1]
  const isOfTime = behind !== undefined && behind.text.length > 1 && namesTime(behind.text)
  // `carmen 4,20 luis abonó 5000 bs`, of `luis debe 11`
  const isNamed =
    before.every(({ role }) => role !== 'count') &&
    noted.slice(0, at).some(({ text }) => text === behind?.text)
  return !unit && ((isThing(behind) && !isNamed) || means(behind, WORDS.kilo, WORDS.people) || isOfTime)
}

/** What an amount is, the first that fits; what fits none is due. */
const ROLES: readonly (readonly [Role, (told: Told) => boolean])[] = [
  ['handed', isHandedBack],
  ['unclear', isOwnMoney],
  ['due', isPaidWith],
  ['count', isCounting],
  ['paid', isPayment],
  ['paid', isChangeOf],
  ['paid', isDeposit],
  ['paid', isMoreOf('paid')],
  ['handed', isMoreOf('handed')],
  ['paid', isPaidBehind],
]

/** `… el resto pago móvil, la cuenta son 11,40`: the last word says what the amount is. */
function isBillLast(words: readonly Token[]): boolean {
  const lastOf = (...some: readonly ReadonlySet<string>[]) =>
    words.findLastIndex((one) => means(one, ...some))
  return lastOf(WORDS.bill) > lastOf(...OF_PAYMENT)
}

/** A money or a sign beside it. */
export const isMoneyWord = (token: DatedToken): boolean => isUnit(token) || isPunctuation(token)

/** Words before what is paid. */
const OF_PAYMENT = [WORDS.gave, WORDS.pays, WORDS.banknote, WORDS.paidBy]

/** An amount with its money. */
export const tokensOfAmount = (noted: readonly Token[], { at, unit }: SpokenAmount): readonly Token[] => [
  noted[at] as Token,
  ...(unit && unit.kind !== 'day' ? [unit] : []),
]
