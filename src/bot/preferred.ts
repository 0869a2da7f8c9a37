import type { Sighting } from '../board/board.ts'
import type { Chat } from '../chats/chats.ts'
import { CODE_OF, CURRENCIES } from '../rates/currency.ts'
import { moneyNamed } from '../rates/money-named.ts'
import { isSameMonitor, type MonitorId } from '../rates/monitor.ts'

/** The monitors that a chat chose to see first; none where it chose none, or Redis is silent. */
export const preferredBy = (kept: Chat | undefined): readonly MonitorId[] => kept?.defaults ?? []

/** What a currency (`usd`, `eur`) means where no monitor has that key: the chat's own of it, else the first. */
export function meantBy(
  name: string,
  all: readonly Sighting[],
  preferred: readonly MonitorId[],
): Sighting | undefined {
  const [currency] = CURRENCIES.filter((one) => CODE_OF[one].toLowerCase() === name)
  const quoted = currency === undefined ? [] : all.filter(({ quote }) => moneyNamed(quote) === currency)
  const [own] = preferred.flatMap((id) => quoted.find(({ quote }) => isSameMonitor(quote.monitor, id)) ?? [])
  return own ?? quoted[0]
}
