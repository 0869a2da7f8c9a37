import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { State } from '../state.ts'
import { FAULTS } from '../traffic/faults.ts'

const SINCE = z.object({ after: z.coerce.number().int().default(0) })

/** What a person can do to the world around the bot: its title, and what the first screen says of it. */
export interface Controls {
  readonly title: string
  readonly note: string
  readonly rows: readonly {
    /** `POST /chat/<name>` does it. */
    readonly name: string
    /** Does it as the body says, which may be anything. Throws a ZodError for a body that it does not know. */
    readonly run: (body: unknown) => Promise<void>
    readonly buttons: readonly { readonly label: string; readonly body: object; readonly done: string }[]
  }[]
}

/** The JSON API of the tools beside the chat: raw calls, faults and the controls. */
export function addControlApi(app: FastifyInstance, { calls, faults }: State, controls?: Controls): void {
  app.get('/chat/calls', async ({ query }) => {
    const { after } = SINCE.parse(query)
    return { last: calls.last(), calls: calls.since(after) }
  })

  app.get('/chat/faults', async () => faults.show())
  app.post('/chat/faults', async ({ body }) => {
    faults.change(FAULTS.parse(body))
    return faults.show()
  })

  app.get('/chat/controls', async () => controls ?? {})
  for (const { name, run } of controls?.rows ?? [])
    app.post(`/chat/${name}`, async ({ body }) => {
      await run(body)
      return { done: true }
    })
}
