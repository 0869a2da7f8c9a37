import type { FastifyInstance } from 'fastify'
import type { Clock } from '../runtime/clock.ts'
import { Failure } from '../runtime/failure.ts'
import { createHttp } from '../runtime/http.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { addBotApi } from './bot-api/bot-api.ts'
import { createWebhook } from './bot-api/webhook.ts'
import { addChatApi } from './chat-api/chat-api.ts'
import { addControlApi, type MovePrice, type PublishOfficial } from './chat-api/control-api.ts'
import { addGuard, isLoopback } from './chat-api/guard.ts'
import { addLive } from './chat-api/live.ts'
import { addPage } from './chat-api/page.ts'
import { createState } from './state.ts'
import type { FloodLimits } from './traffic/flood.ts'
import type { Person } from './world/cast.ts'
import { createStorage } from './world/storage.ts'

/** What the sandbox is created from. */
export interface SandboxOptions {
  readonly host: string
  readonly port: number
  readonly botToken: string
  readonly metrics: Metrics
  readonly log: Log
  readonly clock: Clock
  /** Where chats and pictures are stored for the next start; without it they are kept in memory only. */
  readonly directory?: string
  /** Telegram's own limits unless given. */
  readonly limits?: FloodLimits
  /** How long a pressed button or an inline query can be answered; 30 s unless given. */
  readonly answerableMs?: number
  /** Everybody; Ana, Luis and Emma unless given. */
  readonly people?: readonly Person[]
  /** Moves the simulated price; the page offers it where it is given. */
  readonly movePrice?: MovePrice
  /** Publishes the simulated official rate; the page offers it where it is given. */
  readonly publishOfficial?: PublishOfficial
}

/** The stand-in for Telegram: its Bot API, and a web chat at `/`. Throws a Failure when `host` is not loopback. */
export function createSandbox(options: SandboxOptions): Part & { address(): string } {
  const { host, port, botToken, clock, limits, answerableMs, people, metrics, log } = options
  const { movePrice, publishOfficial } = options
  if (!isLoopback(host))
    throw new Failure(`HOST=${host}: the sandbox listens on this machine only, set HOST to 127.0.0.1`)
  const state = createState({ botToken, clock, limits, answerableMs, people })
  const webhook = createWebhook({ updates: state.updates, world: state.world, log })
  const calls = metrics.counter('sandbox_calls_total', 'Bot API calls to the sandbox', ['method', 'code'])
  const onCall = (method: string, code: number): void => calls.inc({ method, code: String(code) })
  const storage =
    options.directory === undefined
      ? undefined
      : createStorage({ directory: options.directory, world: state.world, files: state.files, log })
  const ends: (() => void)[] = [
    () => webhook.set('', undefined),
    () => state.longPoll.close(),
    () => state.callbacks.close(),
    () => state.inlines.close(),
  ]

  async function routes(app: FastifyInstance): Promise<void> {
    await addBotApi(app, { state, webhook, log, onCall })
    await app.register(async (scope) => {
      addGuard(scope, log)
      await addPage(scope)
      addChatApi(scope, state)
      addControlApi(scope, state, { movePrice, publishOfficial })
      const live = addLive(scope, state)
      ends.push(() => live.end())
    })
  }

  const http = createHttp({
    name: 'sandbox',
    host,
    port,
    portVariable: 'SANDBOX_PORT',
    metrics,
    checks: {},
    routes,
  })

  return {
    name: http.name,
    async start() {
      await storage?.start()
      await http.start()
    },
    async stop() {
      for (const end of ends) end()
      await http.stop()
      await storage?.stop()
    },
    address: http.address,
  }
}
