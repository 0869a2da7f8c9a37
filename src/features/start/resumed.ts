import type { BotContext } from '../../bot/context.ts'
import { isStanding } from '../../chats/alert.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { type Prices, titledBy } from '../../prices/prices.ts'
import { inSentence } from '../../words/price.ts'

type Resumed = Pick<BotContext, 'chatState' | 'words' | 'now'>

const RESUMED_SHOWN_MAX = 10

/** What the answer names already: the monitor that is followed, or the number of the alert. */
interface Named {
  readonly monitor?: MonitorId
  readonly alert?: number
}

/** What a chat that comes back is sent again beside what is named already; nothing where that is none. */
function resumed(
  { chatState, words, now }: Resumed,
  prices: Pick<Prices, 'latest'>,
  named: Named = {},
): string | undefined {
  const { settings } = words
  const alerts = (chatState?.alerts ?? []).filter(
    (alert) => isStanding(alert, now) && alert.id !== named.alert,
  )
  const paused = alerts.filter((alert) => alert.paused).length
  const follows = (chatState?.follows ?? []).filter(
    (id) => !named.monitor || !isSameMonitor(id, named.monitor),
  )
  const active = alerts.length - paused
  const left = follows.length - RESUMED_SHOWN_MAX
  const shown = follows.slice(0, RESUMED_SHOWN_MAX).map((monitor) => titledBy(prices, monitor))
  const titles = shown.map((titled) => inSentence(words, titled))
  const parts = [
    [...titles, ...(left > 0 ? [words.more(left)] : [])].join(', '),
    active > 0 && settings.alertCount(active),
    paused > 0 && settings.pausedCount(paused),
  ].filter((part) => part !== false && part !== '')
  return parts.length > 0 ? settings.resumed(parts.join('; ')) : undefined
}

/** Says what a chat that comes back is sent again. */
export const resumedText = (ctx: Resumed, prices: Pick<Prices, 'latest'>): string =>
  resumed(ctx, prices) ?? ctx.words.settings.resumedNothing

/** What an answer about something new also says in a chat that had stopped: what else it is sent again. */
export function resumedToo(
  ctx: Resumed,
  prices: Pick<Prices, 'latest'>,
  named: Named = {},
): readonly string[] {
  const said = ctx.chatState?.isGone ? resumed(ctx, prices, named) : undefined
  return said === undefined ? [] : [`\n${said}`]
}
