import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

const GUIDE = new URL('./guide.md', import.meta.url)

/** Scripts and pictures of our own alone; Swagger UI writes a few styles into its elements. No page frames it. */
const DOCS_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** `/openapi.json` and `/docs`, made of the schemas of the routes that are added after this. Nothing from outside. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'tasa: rates of the bolivar',
        version: '1.0.0',
        description: readFileSync(GUIDE, 'utf8'),
      },
      tags: [{ name: 'prices' }, { name: 'webhooks' }, { name: 'operation' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({}),
  })
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => void reply.headers(DOCS_HEADERS))
    await docs.register(swaggerUi, { routePrefix: '/docs', theme: { title: 'tasa: rates of the bolivar' } })
  })
  let text = ''
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ||= JSON.stringify(app.swagger())
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}
