import type { Sighting } from '../board/board.ts'
import { livePrint, liveText } from '../chats/live.ts'
import { isSilent } from '../messages/marks.ts'
import { monitorRef } from '../rates/monitor.ts'
import { type Account, type ComposeOptions, type Composition, messagesFor } from './composition.ts'

/** For so long the news of a chat come first; then its live message has its turn between them. */
const PATIENCE_MS = 15_000

export const isLiveLate = ({ chat, now }: ComposeOptions): boolean =>
  chat.live !== undefined && now - chat.live.at > PATIENCE_MS

/** The live message of a chat with the newest prices; undefined where it shows them already. */
export function composeLive(options: ComposeOptions, account: Account): Composition | undefined {
  const { live } = options.chat
  if (!live || live.message === 0) return undefined
  const shown = options
    .sightings()
    .filter(({ quote }) => live.ref === undefined || live.ref === monitorRef(quote.monitor))
  const print = printOf(shown, options.now)
  if (shown.length === 0 || print === live.print) return undefined
  return {
    kind: 'message',
    text: messagesFor(options).live({ sightings: shown, now: options.now }),
    thread: undefined,
    edits: live.message,
    account: {
      ...account,
      fields: { ...account.fields, live: liveText({ ...live, print, at: options.now }) },
    },
    prices: [],
  }
}

/** What tells the prices of a live message from others, and from the same ones of a source that fell silent. */
export const printOf = (sightings: readonly Sighting[], now: number): string =>
  livePrint(
    sightings.map(({ quote: { monitor, price, stale }, asOf }) => ({
      ref: monitorRef(monitor),
      price,
      stale,
      silent: isSilent(asOf, now),
    })),
  )
