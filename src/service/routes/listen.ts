import type { FastifyInstance } from 'fastify'
import { codeOf, Failure, messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'

const CLOSE_GRACE_MS = 1_000

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly createApp: () => Promise<FastifyInstance>
}

/** The HTTP server of the rate service. Throws a Failure on a taken port. */
export function createListener({ host, port, createApp }: ListenOptions): Part & { address(): string } {
  let app: FastifyInstance | undefined

  const listening = (): number => {
    const [address] = app?.addresses() ?? []
    return typeof address === 'object' ? address.port : port
  }
  return {
    name: 'rate service http',
    async start() {
      app = await createApp()
      await app.listen({ host, port }).catch((error: unknown) => {
        const isTaken = codeOf(error) === 'EADDRINUSE'
        const reason = isTaken ? 'is already in use' : `cannot be listened on (${messageOf(error)})`
        const remedy = 'stop what uses it or set SERVICE_PORT to another port'
        throw new Failure(`${host}:${port} ${reason}: ${remedy}`)
      })
    },
    /** Answers what was asked; a connection on which nothing was asked yet would otherwise keep us for 10 s. */
    async stop() {
      const late = setTimeout(() => app?.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app?.close()
      clearTimeout(late)
    },
    address: () => `http://${host.includes(':') ? `[${host}]` : host}:${listening()}`,
  }
}
