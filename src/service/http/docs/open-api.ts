import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { CODE_OF } from '../../../domain/monitor.ts'
import type { PageConfig } from '../../sources/file/sources-file.ts'
import { docsPage, STYLE } from './page.ts'

/** Allows our own style and images, and no script. No page may frame it. */
const DOCS_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Adds `/openapi.json` and `/docs`, made of the schemas of the routes that are added after this. The examples of the
 * guide name a monitor of `pages` and the address that was asked, so that they can be copied as they are.
 */
export async function addOpenApi(app: FastifyInstance, pages: readonly PageConfig[]): Promise<void> {
  const description =
    'Prices of foreign currency in Venezuelan bolivares. The guide is the page /docs of this server.'
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tasa: rates of the bolívar', version: '1.0.0', description },
      tags: [{ name: 'prices' }, { name: 'webhooks' }, { name: 'operation' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({}),
  })
  let json = ''
  let html = ''
  app.addHook('onReady', async () => {
    const api = app.swagger() as OpenAPIV3_1.Document
    json = JSON.stringify(api)
    html = docsPage(api, namesOf(pages))
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(json),
  )
  for (const path of ['/docs', '/docs/'])
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      reply.headers(DOCS_HEADERS).send(html.replaceAll('{base}', addressOf(request))),
    )
}

/** The first monitor of the pages, by the names that the guide has for its parts. */
function namesOf(pages: readonly PageConfig[]): ReadonlyMap<string, string> {
  const [first] = pages.flatMap(({ monitors }) => monitors)
  return new Map(first && Object.entries({ ...first.about.monitor, code: CODE_OF[first.currency] }))
}

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i

/** The address that a request was sent to, also through a proxy that ends TLS. Only its sender sees the answer. */
function addressOf({ host, protocol, headers }: FastifyRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : protocol
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`
}
