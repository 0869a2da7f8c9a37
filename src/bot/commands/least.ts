import { InlineKeyboard } from 'grammy'
import type { Titled } from '../../messages/titles.ts'
import type { Decimal } from '../../rates/decimal.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import { isThreshold } from '../alerts/threshold.ts'
import { formatPress } from '../callback-data.ts'
import type { Command, Handle, TypedHandle } from '../command.ts'
import { askForText, offer } from '../conversations/ask.ts'
import type { Questions } from '../conversations/questions.ts'
import { parseValue } from '../grammar/value-line.ts'
import { leastButton } from '../keyboards.ts'
import { type Prices, titledBy } from '../look-up.ts'
import type { KeptSettings } from '../settings/kept-settings.ts'
import type { Turn } from '../turn.ts'

const PERCENTS: readonly Decimal[] = ['0.5', '1', '2', '5']
const EVERY = '0'

/** No command of its own: the buttons that choose from how much change on a followed monitor is told. */
export function createLeast(
  prices: Pick<Prices, 'latest'>,
  chats: Pick<KeptSettings, 'setLeastChange'>,
  questions: Questions,
): Command {
  const titled = (monitor: MonitorId): Titled => titledBy(prices, monitor)

  const ask = (turn: Turn, monitor: MonitorId): Promise<void> =>
    offer(questions, turn, {
      html: turn.messages.settings.least(titled(monitor)),
      keyboard: keyboardOf(turn, monitor),
      press: formatPress('least', monitor),
    })

  async function set(turn: Turn, monitor: MonitorId, percent: Decimal | undefined): Promise<void> {
    const { settings, notFollowing } = turn.messages
    await questions.drop(turn.ctx)
    const isFollowed = await chats.setLeastChange(turn.chat, monitor, percent)
    const subject = titled(monitor)
    await turn.answer(
      isFollowed ? settings.leastSet(subject, percent) : notFollowing(subject),
      leastButton(turn.messages, monitor),
    )
  }

  const pressed: Handle = async (turn, monitor, argument) => {
    if (!monitor) return turn.answer(turn.messages.oldButton)
    if (argument === '') return ask(turn, monitor)
    if (argument === '?')
      return askForText(questions, turn, turn.messages.settings.typeLeast, formatPress('least', monitor))
    if (argument !== EVERY && !PERCENTS.includes(argument)) return turn.answer(turn.messages.oldButton)
    await set(turn, monitor, argument === EVERY ? undefined : argument)
  }

  const typed: TypedHandle = async (turn, monitor, _argument, text) => {
    if (!monitor) return turn.answer(turn.messages.oldButton)
    const value = parseValue(text, turn.messages.numbers)?.value
    if (value === EVERY) return set(turn, monitor, undefined)
    if (value === undefined || !isThreshold('percent', false, value))
      return askForText(questions, turn, turn.messages.settings.badLeast(text), formatPress('least', monitor))
    await set(turn, monitor, value)
  }

  return {
    names: [],
    changes: true,
    run: async () => {},
    buttons: { least: pressed },
    typed: { least: typed },
  }
}

function keyboardOf({ messages: { settings } }: Turn, monitor: MonitorId): InlineKeyboard {
  const keyboard = new InlineKeyboard()
    .text(settings.button.everyChange, formatPress('least', monitor, EVERY))
    .row()
  for (const percent of PERCENTS)
    keyboard.text(settings.percent(percent), formatPress('least', monitor, percent))
  return keyboard.row().text(settings.button.other, formatPress('least', monitor, '?'))
}
