import type { Command } from '../command.ts'
import { endLive, type LiveMessages } from '../live.ts'
import type { Prices } from '../look-up.ts'
import type { KeptSettings } from '../settings/kept-settings.ts'
import { stoppedButtons } from '../settings/keyboards.ts'

/** `/stop`: nothing more is sent to the chat by itself; a button, or `/start` in a private chat, takes that back. */
export const createStop = (
  prices: Prices,
  chats: Pick<KeptSettings, 'stop' | 'revive'> & Pick<LiveMessages, 'stopLive'>,
): Command => ({
  names: ['stop', 'parar'],
  changes: true,
  async run(turn) {
    await endLive(chats, turn)
    await chats.stop(turn.chat)
    await turn.answer(turn.messages.settings.stopped(turn.isPrivate), stoppedButtons(turn.messages))
  },
  buttons: {
    async resume(turn) {
      await chats.revive(turn.chat, prices.all())
      await turn.answer(turn.messages.settings.resumed)
    },
  },
})
