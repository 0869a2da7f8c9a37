import type { Conversion } from '../conversion.ts'
import { unitOf } from '../names.ts'
import { isConnector } from '../pieces.ts'
import { tokensOf } from '../tokens.ts'
import type { Request } from './request.ts'
import { amountsIn, type Speech } from './speech.ts'
import { FOLLOW_UP } from './vocabulary.ts'

/** Whether a text may go on from the question before it: `¿y en euros?`. */
export const mayFollowUp = (text: string): boolean => {
  const first = tokensOf(text)?.find(({ kind }) => kind !== 'sign')
  return first !== undefined && FOLLOW_UP.has(first.text)
}

/** The question before with another currency, rate, day or amount: `¿y en euros?`, `y al paralelo`, `y ayer?`. */
export function readFollowUp(speech: Speech, before: Request): Request | undefined {
  const first = speech.tokens.find(({ kind }) => kind !== 'sign')
  if (!FOLLOW_UP.has(first?.text ?? '') || speech.unknown() > 0) return undefined
  if (before.kind === 'convert') return before.conversion && convertOther(speech, before.conversion)
  return before.kind === 'rate' ? rateOther(speech, before) : undefined
}

function convertOther({ tokens, days }: Speech, before: Conversion): Request | undefined {
  const [date, ...dates] = days
  const [amount, ...amounts] = amountsIn(tokens)
  if (dates.length > 0 || amounts.length > 0 || (date && date.day === undefined)) return undefined
  const target = tokens.findLast(
    (token, at) => token.kind !== 'name' && isMoney(unitOf(token)) && isConnector(tokens[at - 1]?.text ?? ''),
  )
  const names = tokens.filter((token) => token.kind === 'name')
  const [bought] = before.from.kind === 'bolivares' ? names.filter(({ isMoney }) => isMoney) : []
  const to = unitOf(target ?? bought)
  const at = names.filter((name) => name !== bought).map(({ raw }) => raw)
  const from = amount && unitOf(amount.unit)
  if (!date && !to && !from && at.length === 0 && amount?.value === undefined) return undefined
  const { otherReading: _, to: toBefore, ...rest } = before
  const conversion = {
    ...rest,
    ...(from === undefined && toBefore && { to: toBefore }),
    ...(amount?.value !== undefined && { amount: amount.value }),
    ...(from && { from, at: [] }),
    ...(to && { to, at: [] }),
    ...(at.length > 0 && { at }),
    ...(date?.day !== undefined && { date: date.day }),
  }
  return { kind: 'convert', conversion }
}

const isMoney = (unit: ReturnType<typeof unitOf>): boolean => unit !== undefined && unit.kind !== 'name'

function rateOther(
  { names, days, hasNumber, today }: Speech,
  before: Extract<Request, { kind: 'rate' }>,
): Request | undefined {
  const [date, ...more] = days
  if (hasNumber || more.length > 0 || (date && date.day === undefined)) return undefined
  if (!date && (names.length === 0 || before.day === undefined)) return undefined
  const day = date?.day ?? before.day
  const meant = names.length > 0 ? names : before.names
  if (day === undefined || day === today) return { kind: 'rate', names: meant }
  return { kind: 'rate', names: meant.length > 0 ? meant : ['usd'], day }
}
