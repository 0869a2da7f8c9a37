import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isShownTo } from '../post.ts'
import type { State } from '../state.ts'
import type { FeedEvent } from '../world/feed.ts'
import { showEvent } from './show.ts'

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 500
const STREAMS_MAX = 100
/** A page that reads slower than this is cut off; it reconnects and loads again. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024

const QUERY = z.object({
  user: z.coerce.number().int().optional(),
  after: z.coerce.number().int().optional(),
})

/** Live events, of one person or of all, as server-sent events; a page that reconnects gets what it missed, or `reset`. */
export function addLive(app: FastifyInstance, { world }: State): { end(): void } {
  const streams = new Set<ServerResponse>()
  let isEnded = false

  function isFor(userId: number | undefined, { chat, change }: FeedEvent): boolean {
    if (userId === undefined) return true
    const isSeen = !('entry' in change) || isShownTo(userId, change.entry.post)
    return isSeen && (chat === 0 || (world.rooms.get(chat)?.statuses.has(userId) ?? false))
  }

  app.get('/chat/events', (request, reply) => {
    const { user, after } = QUERY.parse(request.query)
    if (isEnded || streams.size >= STREAMS_MAX)
      return reply.code(503).send({ error: 'Demasiadas páginas abiertas.' })
    const last = Number(request.headers['last-event-id'] ?? after ?? world.feed.last())
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    stream.write(`retry: ${RECONNECT_MS}\n\n`)
    catchUp(stream, user, last)
    const write = (event: FeedEvent): void => {
      if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy()
      else if (isFor(user, event)) stream.write(frame(event))
    }
    const stopListening = world.feed.listen(write)
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    streams.add(stream)
    stream.on('close', () => {
      stopListening()
      clearInterval(heartbeat)
      streams.delete(stream)
    })
    return reply
  })

  function catchUp(stream: ServerResponse, user: number | undefined, last: number): void {
    const missed = world.feed.since(last)
    if (!missed) stream.write(`id: ${world.feed.last()}\ndata: {"type":"reset"}\n\n`)
    for (const event of missed ?? []) if (isFor(user, event)) stream.write(frame(event))
  }

  return {
    end: () => {
      isEnded = true
      for (const stream of streams) stream.destroy()
    },
  }
}

function frame({ sequence, chat, change }: FeedEvent): string {
  return `id: ${sequence}\ndata: ${JSON.stringify({ chat, ...showEvent(change) })}\n\n`
}
