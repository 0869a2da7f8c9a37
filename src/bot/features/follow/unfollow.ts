import type { Titled } from '../../../messages/format/titles.ts'
import { lookUp, notFound, parseName, titledBy } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { isNamed, type MonitorId } from '../../../rates/monitor.ts'
import type { Command } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { monitorButtons, monitorKeyboard } from '../../keyboards.ts'

/** Where follows are kept. */
export interface Unfollows {
  /** False when the chat did not follow it. */
  unfollow(chat: string, id: MonitorId): Promise<boolean>
}

/** `/unfollow usd`: the chat hears no more of it; without a name it offers what is followed. */
export function createUnfollow(prices: Prices, chats: Unfollows): Command {
  const titled = (monitor: MonitorId): Titled => titledBy(prices, monitor)
  const followed = ({ chatState }: Turn): Titled[] => (chatState?.follows ?? []).map(titled)

  async function offer(turn: Turn): Promise<void> {
    const subjects = followed(turn)
    if (subjects.length === 0) return turn.answer(turn.messages.followsNothing)
    await turn.answer(turn.messages.whichUnfollow, monitorButtons('unfollow', subjects))
  }

  async function unfollowNamed(turn: Turn, name: string): Promise<void> {
    const [subject, ...others] = followed(turn).filter(({ monitor }) => isNamed(monitor, name))
    await (subject ? unfollow(turn, subject, others) : sayNotFollowed(turn, name))
  }

  async function sayNotFollowed(turn: Turn, name: string): Promise<void> {
    const found = await lookUp(prices, name)
    const text =
      found.kind === 'one'
        ? turn.messages.notFollowing(found.observed.quote)
        : notFound(turn.messages, prices, name, false)
    await turn.answer(text)
  }

  async function unfollow(turn: Turn, subject: Titled, others: readonly Titled[]): Promise<void> {
    const { chat, messages } = turn
    const removed = await chats.unfollow(chat, subject.monitor)
    await turn.answer(
      removed ? messages.unfollowed(subject, others) : messages.notFollowing(subject),
      monitorButtons('unfollow', others).append(monitorKeyboard(messages, subject.monitor, false)),
    )
  }

  return {
    names: ['unfollow', 'dejar'],
    changes: true,
    run: (turn, argument) => {
      const name = parseName(argument)
      return name === '' ? offer(turn) : unfollowNamed(turn, name)
    },
    buttons: {
      unfollow: (turn, monitor) => (monitor ? unfollow(turn, titled(monitor), []) : offer(turn)),
    },
  }
}
