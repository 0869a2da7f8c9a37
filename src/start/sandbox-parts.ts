import { join } from 'node:path'
import type { Part } from '../runtime/lifecycle.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { DEMONSTRATION } from '../service/demo/demonstration.ts'
import { LOOPBACK } from './addresses.ts'
import type { House } from './house.ts'

/** The stand-in for Telegram with its web chat. */
export async function* createSandboxParts(house: House): AsyncGenerator<Part> {
  const { config, botToken, sources } = house
  const directory = join(config.DATA_DIR, 'sandbox')
  const isSimulated = sources === DEMONSTRATION && config.ROLES.has('service') && !config.RATES_API_URL
  const movePrice = async (percent: number): Promise<void> => house.moveDollar(percent)
  const sandbox = createSandbox({
    ...house,
    host: LOOPBACK,
    port: config.SANDBOX_PORT,
    botToken,
    directory,
    ...(isSimulated && { movePrice }),
  })
  yield sandbox
  house.webChat = sandbox.address()
  if (!config.BOT_TOKEN) house.telegramUrl = sandbox.address()
}
