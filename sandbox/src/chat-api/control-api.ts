import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PeopleError } from '../errors.ts'
import type { State } from '../state.ts'

const SLOW_MS_MAX = 60_000
const REFUSE_SECONDS_MAX = 600
const PERCENT_MAX = 50

const FAULTS = z.object({
  slow_ms: z.number().int().min(0).max(SLOW_MS_MAX).optional(),
  down: z.boolean().optional(),
  lose_answers: z.boolean().optional(),
  /** 0 ends it. */
  retry_after: z.number().int().min(0).max(REFUSE_SECONDS_MAX).optional(),
  flood_limits: z.boolean().optional(),
})
const SINCE = z.object({ after: z.coerce.number().int().default(0) })
const MOVE = z.object({ percent: z.number().min(-PERCENT_MAX).max(PERCENT_MAX) })

/** Moves the simulated price by so many percent; the rate service sees it at its next collection. */
export type MovePrice = (percent: number) => Promise<void>

/** Publishes the simulated official rate; the rate service sees it at its next collection. */
export type PublishOfficial = () => Promise<void>

/** What a person can do to simulated prices, where there are some. */
export interface PriceControls {
  readonly movePrice?: MovePrice | undefined
  readonly publishOfficial?: PublishOfficial | undefined
}

/** The JSON API of the tools beside the chat: raw calls, faults and the simulated price. */
export function addControlApi(
  app: FastifyInstance,
  state: State,
  { movePrice, publishOfficial }: PriceControls,
): void {
  const { calls, faults, flood } = state

  app.get('/chat/calls', async ({ query }) => {
    const { after } = SINCE.parse(query)
    return { last: calls.last(), calls: calls.since(after) }
  })

  app.get('/chat/faults', async () => show())

  app.post('/chat/faults', async ({ body }) => {
    const { slow_ms, down, lose_answers, retry_after, flood_limits } = FAULTS.parse(body)
    const { active } = faults
    active.slowMs = slow_ms ?? active.slowMs
    active.isDown = down ?? active.isDown
    active.losesAnswers = lose_answers ?? active.losesAnswers
    if (retry_after !== undefined) faults.refuseFor(retry_after)
    if (flood_limits !== undefined) flood.setOn(flood_limits)
    return show()
  })

  app.post('/chat/price', async ({ body }) => {
    if (!movePrice) throw new PeopleError(409, 'Aquí no hay un precio simulado que mover.')
    await movePrice(MOVE.parse(body).percent)
    return { done: true }
  })

  app.post('/chat/publish', async () => {
    if (!publishOfficial) throw new PeopleError(409, 'Aquí no hay una tasa oficial simulada que publicar.')
    await publishOfficial()
    return { done: true }
  })

  function show(): object {
    const { slowMs, isDown, losesAnswers } = faults.active
    return {
      slow_ms: slowMs,
      down: isDown,
      lose_answers: losesAnswers,
      retry_after: faults.refusedFor(),
      flood_limits: flood.isOn(),
      can_move_price: movePrice !== undefined,
      can_publish: publishOfficial !== undefined,
    }
  }
}
