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
