import { openRedis } from '../redis/open.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { DEMONSTRATION } from '../service/demo/demonstration.ts'
import { readSourcesFile } from '../service/sources/sources-file.ts'
import { createChatParts } from './chat-parts.ts'
import { createAppContext, type StartOptions } from './house.ts'
import { createSandboxParts } from './sandbox-parts.ts'
import { createServiceParts } from './service-parts.ts'

/** The parts of the roles, each made when those before it run. */
export async function* createParts(options: StartOptions): AsyncGenerator<Part> {
  const { config, log, print } = options
  const sources = config.SOURCES_FILE ? await readSourcesFile(config.SOURCES_FILE) : DEMONSTRATION
  const redisPart = openRedis(config, log, options.hide)
  yield redisPart
  const context = await createAppContext(options, redisPart.connect, sources)
  const { ROLES } = config
  if (ROLES.has('sandbox')) yield* createSandboxParts(context)
  if (ROLES.has('service')) yield* createServiceParts(context)
  if (ROLES.has('bot') || ROLES.has('push')) yield* createChatParts(context)
  if (context.webChat) print(`Web chat       ${context.webChat}/`)
}
