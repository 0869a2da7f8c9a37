import type { Chats } from '../../../chats/chats.ts'
import type { Prices } from '../../../prices/prices.ts'
import { DialogFeature } from '../../dialogs/dialog-feature.ts'
import { type Access, ADMINISTRATORS } from '../../rights.ts'
import { createLeastDialog } from './least-change-dialog.ts'

/** No command of its own: the buttons that choose from how much change on a followed monitor is told. */
export function createLeast(
  access: Access,
  prices: Pick<Prices, 'latest'>,
  chats: Pick<Chats, 'setLeastChange'>,
): DialogFeature {
  const dialog = createLeastDialog(prices, chats)
  const feature = new DialogFeature(access, ADMINISTRATORS, [dialog])
  feature.button('least', (ctx, monitor, value) =>
    monitor ? dialog.enter(ctx, { monitor, value }) : ctx.replyOrEdit(ctx.messages.oldButton),
  )
  return feature
}
