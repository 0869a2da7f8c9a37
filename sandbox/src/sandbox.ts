import { fastify } from 'fastify'
import { addBotApi } from './bot-api/bot-api.ts'
import { addChatApi } from './chat-api/chat-api.ts'
import { addControlApi, type Controls } from './chat-api/control-api.ts'
import { addLive } from './chat-api/live.ts'
import { addGuard, addPage } from './chat-api/page.ts'
import { createState, type StateOptions } from './state.ts'
import { createStorage } from './storage.ts'

/** Whoever reaches the web chat may act for everybody in it, so that it is open to this machine only. */
const HOST = '127.0.0.1'
/** Of the web chat; calls of the Bot API carry pictures and may be larger. */
const BODY_BYTES_MAX = 16 * 1024
const CLOSE_GRACE_MS = 1_000
/** For a whole request, from the first byte or the opening of its connection. */
const REQUEST_MS_MAX = 10_000

/** What the sandbox is created from. */
export interface SandboxOptions extends StateOptions {
  /** 0 takes a free one. */
  readonly port: number
  /** Where chats and pictures are stored for the next start; without it they are kept in memory only. */
  readonly directory?: string
  /** What people can do beside the chat. */
  readonly controls?: Controls
}

/** The stand-in for Telegram: its Bot API, and a web chat at `/`. */
export function createSandbox(options: SandboxOptions) {
  const { directory, controls } = options
  const state = createState(options)
  const storage = directory === undefined ? undefined : createStorage(directory, state)
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    http: { headersTimeout: REQUEST_MS_MAX, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })

  return {
    /** Listens on loopback. Throws the error of the system where the port is taken. */
    async start(): Promise<void> {
      await storage?.start()
      await addBotApi(app, state)
      await app.register(async (scope) => {
        addGuard(scope, state.log)
        await addPage(scope)
        addChatApi(scope, state)
        addControlApi(scope, state, controls)
        addLive(scope, state)
      })
      await app.listen({ host: HOST, port: options.port })
    },
    /** Answers what was asked, for a second at most. */
    async stop(): Promise<void> {
      state.stop()
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(late)
      await storage?.stop()
    },
    /** The address of the Bot API and of the web chat, known once it was started. */
    address: (): string => {
      const listening = app.server.address()
      return `http://${HOST}:${typeof listening === 'object' ? listening?.port : options.port}`
    },
  }
}
