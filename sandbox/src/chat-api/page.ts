import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { Refusal } from '../errors.ts'
import type { Log } from '../surroundings.ts'

const FOLDER = fileURLToPath(new URL('../web/', import.meta.url))

/** By the ending of a file; the page names its encoding. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.html': 'text/html',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.svg': 'image/svg+xml',
  }),
)
/** Host names of this very machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** Keeps other sites away from the page and its API, and answers refusals as `{ error }`. */
export function addGuard(scope: FastifyInstance, log: Log): void {
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (!isFromHere(request)) throw new Refusal(403, 'Solo se puede usar desde esta misma máquina.')
    const type = request.headers['content-type'] ?? ''
    if (request.method === 'POST' && !type.startsWith('application/json'))
      throw new Refusal(415, 'Se espera JSON.')
  })
  scope.setErrorHandler((error, _request, reply) => {
    const [code, reason] = refusalOf(error)
    if (code === 500) log.error({ err: error }, 'the web chat failed')
    return reply.code(code).send({ error: reason })
  })
}

function isFromHere({ headers }: FastifyRequest): boolean {
  const { host = '', origin } = headers
  const site = headers['sec-fetch-site']
  if (!LOOPBACK.test(hostnameOf(`http://${host}`))) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

function refusalOf(error: unknown): [code: number, reason: string] {
  if (error instanceof Refusal) return [error.code, error.message]
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return [400, `${issue?.path.join('.')}: ${issue?.message}`]
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status < 500 ? [status, String(error)] : [500, 'Algo falló en el sandbox.']
}

/** Serves the web chat: `index.html` at `/`, every other file under `/web/`. Files are read once, at the start. */
export async function addPage(app: FastifyInstance): Promise<void> {
  for (const path of await readdir(FOLDER, { recursive: true })) {
    const type = TYPES.get(extname(path))
    if (!type) continue
    const bytes = await readFile(FOLDER + path)
    const url = path === 'index.html' ? '/' : `/web/${path.replaceAll('\\', '/')}`
    app.get(url, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(bytes))
  }
}
