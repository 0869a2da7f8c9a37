import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

const GUIDE = new URL('./guide.md', import.meta.url)

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
  await app.register(swaggerUi, { routePrefix: '/docs', theme: { title: 'tasa: rates of the bolivar' } })
  let text = ''
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ||= JSON.stringify(app.swagger())
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}
