import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../runtime/metrics.ts'
import { createReadiness, type ReadinessChecks } from '../../runtime/readiness.ts'

export type Checks = ReadinessChecks

/** `/healthz`, `/readyz` and `/metrics`: without limits, for operators. */
export function addHealth(app: FastifyInstance, metrics: Metrics, checks: Checks): void {
  const tags = ['operation']
  const look = createReadiness(checks)
  app.get('/healthz', { schema: { tags, summary: 'The process is up' } }, async () => ({ status: 'ok' }))
  app.get('/metrics', { schema: { tags, summary: 'For Prometheus' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  app.get(
    '/readyz',
    { schema: { tags, summary: 'All that the service needs was reached; else 503 with the reason' } },
    async (request, reply) => {
      const { code, body } = await look(request)
      reply.code(code)
      return body
    },
  )
}
