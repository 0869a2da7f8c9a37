import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { State } from '../state.ts'
import { showEntry } from './chat-api.ts'

const RECONNECT_MS = 500
const STREAMS_MAX = 100
/** A page that reads slower than this is cut off; it reconnects and loads again. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024

/** Sends every change to the open pages, as server-sent events; a page that was away loads again what it shows. */
export function addLive(app: FastifyInstance, { world, stopping }: State): void {
  const streams = new Set<ServerResponse>()

  app.get('/chat/events', (_request, reply) => {
    if (stopping.aborted || streams.size >= STREAMS_MAX)
      return reply.code(503).send({ error: 'Demasiadas páginas abiertas.' })
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    stream.write(`retry: ${RECONNECT_MS}\n\n`)
    streams.add(stream)
    stream.on('close', () => streams.delete(stream))
    return reply
  })

  world.listen((chat, change) => {
    if (streams.size === 0) return
    const shown = 'entry' in change ? { type: change.type, message: showEntry(change.entry) } : change
    const frame = `data: ${JSON.stringify({ chat, ...shown })}\n\n`
    for (const stream of streams)
      if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy()
      else stream.write(frame)
  })

  stopping.addEventListener('abort', () => {
    for (const stream of streams) stream.destroy()
  })
}
