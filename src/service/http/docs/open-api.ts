import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { CODE_OF } from '../../../domain/monitor.ts'
import type { OfferedPage } from '../../history/latest.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const GUIDE = read('./guide.md')
const ICON = read('./icon.svg')
const STYLE = read('./style.css')
const TITLE = 'Tasa: rates of the bolívar'

/** Allows only our own scripts and images; Swagger UI writes a few styles into its elements. No page may frame it. */
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

/** Stands in the guide for the address of this server, until a request says which address it asked. */
const ADDRESS = 'BASE_ADDRESS'

/**
 * Adds `/openapi.json` and `/docs`, made of the schemas of the routes that are added after this. The examples of the
 * guide name a monitor of `pages` and the address that was asked, so that they can be copied as they are.
 */
export async function addOpenApi(app: FastifyInstance, pages: readonly OfferedPage[]): Promise<void> {
  const description = guideOf(pages)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: TITLE, version: '1.0.0', description },
      tags: [{ name: 'prices' }, { name: 'webhooks' }, { name: 'operation' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({}),
  })
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => void reply.headers(DOCS_HEADERS))
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      theme: {
        title: TITLE,
        css: [{ filename: 'style.css', content: STYLE }],
        favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: ICON }],
      },
      uiConfig: { layout: 'BaseLayout' }, // the other layout has a bar with the logo of Swagger
      transformSpecification: (specification, request) => ({
        ...specification,
        info: { ...specification.info, description: withAddress(description, addressOf(request)) },
      }),
      transformSpecificationClone: false,
    })
  })
  let text = ''
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    text ||= JSON.stringify(app.swagger())
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(withAddress(text, addressOf(request)))
  })
}

/** The guide with the first monitor of the pages in its examples. */
function guideOf(pages: readonly OfferedPage[]): string {
  const [first] = pages.flatMap(({ monitors }) => monitors)
  if (!first) return GUIDE
  const { page, currency, key } = first.monitor
  const values = new Map(Object.entries({ page, currency, key, code: CODE_OF[currency], base: ADDRESS }))
  return GUIDE.replace(/\{(\w+)\}/g, (text, name: string) => values.get(name) ?? text)
}

const withAddress = (text: string, address: string): string => text.replaceAll(ADDRESS, address)

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i

/** The address that a request was sent to, also through a proxy that ends TLS. Only its sender sees the answer. */
function addressOf({ host, protocol, headers }: FastifyRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : protocol
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`
}
