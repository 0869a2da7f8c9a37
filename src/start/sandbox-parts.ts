import { join } from 'node:path'
import type { Part } from '../runtime/lifecycle.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { DEMONSTRATION } from '../service/demo/demonstration.ts'
import { LOOPBACK } from './addresses.ts'
import type { AppContext } from './house.ts'

/** The stand-in for Telegram with its web chat. */
export async function* createSandboxParts(context: AppContext): AsyncGenerator<Part> {
  const { config, botToken, sources } = context
  const directory = join(config.DATA_DIR, 'sandbox')
  const isSimulated = sources === DEMONSTRATION && config.ROLES.has('service') && !config.RATES_API_URL
  const movePrice = async (percent: number): Promise<void> => context.moveDollar(percent)
  const sandbox = createSandbox({
    ...context,
    host: LOOPBACK,
    port: config.SANDBOX_PORT,
    botToken,
    directory,
    ...(isSimulated && { movePrice }),
  })
  yield sandbox
  context.webChat = sandbox.address()
  if (!config.BOT_TOKEN) context.telegramUrl = sandbox.address()
}
