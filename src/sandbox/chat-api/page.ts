import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const FOLDER = fileURLToPath(new URL('../web/', import.meta.url))

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.svg': 'image/svg+xml',
  }),
)

/** The web chat: `index.html` at `/` and its files under `/web/`, read once. */
export async function addPage(app: FastifyInstance): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const type = TYPES.get(extname(name))
    if (!type) continue
    const bytes = await readFile(FOLDER + name)
    const url = name === 'index.html' ? '/' : `/web/${name}`
    app.get(url, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(bytes))
  }
}
