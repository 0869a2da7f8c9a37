import type { Part } from '../runtime/lifecycle.ts'
import { createService } from '../service/service.ts'
import { receiverUrl } from './addresses.ts'
import type { AppContext } from './house.ts'

/** The rate service. */
export async function* createServiceParts(context: AppContext): AsyncGenerator<Part> {
  const { config, sources, print } = context
  const service = createService({
    ...context,
    pages: sources,
    host: config.HOST,
    port: config.SERVICE_PORT,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    ownReceiverUrl: () => receiverUrl(context),
    isAlone: !config.REDIS_URL, // a private Redis has one process
  })
  yield service
  context.moveDollar = service.moveDollar
  print(`Rate service   ${service.address()}/docs`)
  context.ratesUrl ||= service.address()
}
