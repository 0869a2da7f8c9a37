import type { BotContext } from '../../bot/context.ts'
import { isStanding } from '../../chats/alert.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { titledBy } from '../../prices/look-up.ts'
import type { Prices } from '../../prices/prices.ts'
import { inSentence, type Titled } from '../../words/quote.ts'
import type { Words } from '../../words/words.ts'

type Resumed = Pick<BotContext, 'chatState' | 'words' | 'now'>

/** What the answer names already: the monitor that is followed, or the number of the alert. */
interface Named {
  readonly monitor?: MonitorId
  readonly alert?: number
}

function viewOf({ chatState, now }: Resumed, prices: Pick<Prices, 'latest'>, named: Named): ResumedView {
  const alerts = (chatState?.alerts ?? []).filter(
    (alert) => isStanding(alert, now) && alert.id !== named.alert,
  )
  const paused = alerts.filter((alert) => alert.paused).length
  const follows = (chatState?.follows ?? []).filter(
    (id) => !named.monitor || !isSameMonitor(id, named.monitor),
  )
  return {
    follows: follows.map((monitor) => titledBy(prices, monitor)),
    alerts: alerts.length - paused,
    paused,
  }
}

/** Says what a chat that comes back is sent again. */
export const resumedText = (ctx: Resumed, prices: Pick<Prices, 'latest'>): string =>
  resumed(ctx.words, viewOf(ctx, prices, {}))

/** What an answer about something new also says in a chat that had stopped: what else it is sent again. */
export function resumedToo(
  ctx: Resumed,
  prices: Pick<Prices, 'latest'>,
  named: Named = {},
): readonly string[] {
  if (!ctx.chatState?.isGone) return []
  const view = viewOf(ctx, prices, named)
  const hasMore = view.follows.length + view.alerts + view.paused > 0
  return hasMore ? [`\n${resumed(ctx.words, view)}`] : []
}

/** What a chat that comes back is sent again. */
interface ResumedView {
  readonly follows: readonly Titled[]
  /** How many alerts are active, and how many are paused. */
  readonly alerts: number
  readonly paused: number
}

const RESUMED_SHOWN_MAX = 10

function resumed(words: Words, { follows, alerts, paused }: ResumedView): string {
  const { settings } = words
  const left = follows.length - RESUMED_SHOWN_MAX
  const titles = follows.slice(0, RESUMED_SHOWN_MAX).map((titled) => inSentence(words, titled))
  const parts = [
    [...titles, ...(left > 0 ? [words.more(left)] : [])].join(', '),
    alerts > 0 && settings.alertCount(alerts),
    paused > 0 && settings.pausedCount(paused),
  ].filter((part) => part !== false && part !== '')
  return parts.length > 0 ? settings.resumed(parts.join('; ')) : settings.resumedNothing
}
