import type { Prices } from '../../../prices/prices.ts'
import type { Command } from '../../command.ts'
import type { KeptSettings } from '../settings/show-settings.ts'
import { createLeastDialog } from './least-change-dialog.ts'

/** No command of its own: the buttons that choose from how much change on a followed monitor is told. */
export function createLeast(
  prices: Pick<Prices, 'latest'>,
  chats: Pick<KeptSettings, 'setLeastChange'>,
): Command {
  const dialog = createLeastDialog(prices, chats)
  return {
    names: [],
    changes: true,
    run: async () => {},
    dialogs: [dialog],
    buttons: {
      least: (ctx, monitor, value) =>
        monitor ? dialog.enter(ctx, { monitor, value }) : ctx.replyOrEdit(ctx.messages.oldButton),
    },
  }
}
