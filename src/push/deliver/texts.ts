import { toldValue } from '../../chats/keys.ts'
import type { Lane, Reservation } from '../../queue/due-queue.ts'
import type { Account } from './composition.ts'

/** A chat in hand. */
export interface Held {
  readonly reservation: Reservation
  /** When another may have it (ms of `performance.now()`). */
  readonly leaseEndsAt: number
}

/** What a chat is accounted for, with the rest it has then (ms). */
export interface Told extends Held {
  readonly account: Account
  readonly restMs: number
}

/** In pairs, as `tell.lua` reads them: what chats are told alike, and who they are. Those alike come one after the other. */
export function tellTexts(told: readonly Told[]): string[] {
  const groups: Told[][] = []
  for (const one of told) {
    const group = groups.at(-1)
    if (group?.[0] && isAlike(group[0], one)) group.push(one)
    else groups.push([one])
  }
  return groups.flatMap((group) => [
    headOf(group),
    group.map(({ reservation }) => reservation.member).join(' '),
  ])
}

const isAlike = (one: Told, other: Told): boolean =>
  one.account === other.account &&
  one.restMs === other.restMs &&
  one.reservation.token === other.reservation.token

function headOf([first]: readonly Told[]): string {
  if (!first) return ''
  const { reservation, account, restMs } = first
  const lane: Lane = account.isUrgent ? 'urgent' : 'routine'
  return `${reservation.token} ${restMs} ${account.dueAt} ${lane}${linesOf(account)}`
}

const lines = new WeakMap<Account, string>()

/** Chats that are told alike share the account: its lines are written once. */
function linesOf(account: Account): string {
  const known = lines.get(account)
  if (known !== undefined) return known
  const text = writeLines(account)
  lines.set(account, text)
  return text
}

function writeLines({ news, triggers, fields }: Account): string {
  let text = ''
  for (const { sendResult, ref, told } of news) text += `\n${sendResult} ${ref} ${toldValue(told)}`
  for (const trigger of triggers) text += `\nfired ${trigger.id} ${trigger.text}`
  for (const field in fields) text += `\nset ${field} ${fields[field]}`
  return text
}
