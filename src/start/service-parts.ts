import type { Part } from '../runtime/lifecycle.ts'
import { createService } from '../service/service.ts'
import { receiverUrl } from './addresses.ts'
import type { House } from './house.ts'

/** The rate service. */
export async function* createServiceParts(house: House): AsyncGenerator<Part> {
  const { config, sources, print } = house
  const service = createService({
    ...house,
    pages: sources,
    host: config.HOST,
    port: config.SERVICE_PORT,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    ownReceiverUrl: () => receiverUrl(house),
    isAlone: !config.REDIS_URL, // a private Redis has one process
  })
  yield service
  house.moveDollar = service.moveDollar
  print(`Rate service   ${service.address()}/docs`)
  house.ratesUrl ||= service.address()
}
