import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectRedis, type Redis } from '../../../src/redis/connection.ts'
import { startServer } from '../../support/cluster.ts'
import { silent } from '../../support/redis.ts'

/** Speaks as much of Redis' protocol as a connection needs; `on` may answer a command in its own way. */
async function fakeRedis(
  version: string,
  on: (command: string, socket: Socket) => boolean = () => false,
): Promise<string> {
  const info = `redis_version:${version}\r\nloading:0\r\n`
  const answer = (words: readonly string[]): string => {
    if (words[0] === 'hello') return '-ERR unknown command HELLO\r\n'
    if (words[0] === 'info') return `$${info.length}\r\n${info}\r\n`
    if (words[0] === 'subscribe')
      return `*3\r\n$9\r\nsubscribe\r\n$${words[1]?.length}\r\n${words[1]}\r\n:1\r\n`
    return words[0] === 'ping' ? '+PONG\r\n' : '+OK\r\n'
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const [command] of String(data).matchAll(/\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g)) {
        const words = [...command.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(([, word = '']) => word)
        words[0] = words[0]?.toLowerCase() ?? ''
        if (!on(words[0], socket) && socket.writable) socket.write(answer(words))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function connect(url: string, waits = false, log = silent): Promise<Redis> {
  const redis = await connectRedis({ urls: [url], log, waits })
  onTestFinished(() => redis.disconnect())
  return redis
}

describe('a connection to Redis', () => {
  it('subscribes again also where it breaks while it subscribes', async () => {
    const sockets: Socket[] = []
    const url = await fakeRedis('7.0.0', (command, socket) => {
      if (command !== 'subscribe') return false
      sockets.push(socket)
      if (sockets.length === 2) socket.destroy()
      return false
    })
    const redis = await connect(url, true)
    await redis.subscribe('news')
    sockets[0]?.destroy()
    await expect.poll(() => sockets.length).toBe(3)
  })

  it('notices a server that hangs, whether it waits or sends commands', async () => {
    const server = await startServer()
    onTestFinished(server.stop)
    const [commands, listener] = [await connect(server.url), await connect(server.url, true)]
    await listener.subscribe('news')
    const closed = Promise.all(
      [commands, listener].map((one) => new Promise((done) => one.once('close', done))),
    )
    server.freeze()
    await expect(commands.ping()).rejects.toThrow()
    await closed
    server.thaw()
    const news = new Promise((done) => listener.once('message', (...heard) => done(heard)))
    await expect.poll(() => commands.publish('news', 'back').catch(() => 0)).toBe(1)
    expect(await news).toEqual(['news', 'back'])
  })
})
