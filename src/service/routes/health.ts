import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../runtime/failure.ts'
import type { ReadinessCheck } from '../../runtime/http.ts'
import type { Metrics } from '../../runtime/metrics.ts'

export type Checks = Readonly<Record<string, ReadinessCheck>>

/** `/healthz`, `/readyz` and `/metrics`: without limits, for operators. */
export function addHealth(app: FastifyInstance, metrics: Metrics, checks: Checks): void {
  const tags = ['operation']
  app.get('/healthz', { schema: { tags, summary: 'The process is up' } }, async () => ({ status: 'ok' }))
  app.get('/metrics', { schema: { tags, summary: 'For Prometheus' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  app.get(
    '/readyz',
    { schema: { tags, summary: 'All that the service needs was reached; else 503 with the reason' } },
    async (_request, reply) => {
      const problems = await problemsOf(checks)
      const isReady = Object.keys(problems).length === 0
      reply.code(isReady ? 200 : 503)
      return { status: isReady ? 'ready' : 'not ready', ...(!isReady && { problems }) }
    },
  )
}

async function problemsOf(checks: Checks): Promise<Record<string, string>> {
  const results = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      check().then(
        () => [],
        (error: unknown) => [[name, messageOf(error)] as const],
      ),
    ),
  )
  return Object.fromEntries(results.flat())
}
