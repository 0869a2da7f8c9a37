import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectRedis, type Redis } from '../../../src/redis/connection.ts'
import { messageOf } from '../../../src/runtime/log.ts'
import { createAuthority, createLeaf } from '../../support/authority.ts'
import { freePort, startServer } from '../../support/cluster.ts'
import { listen } from '../../support/listen.ts'
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
  })
  return `redis://127.0.0.1:${await listenInTest(server)}`
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

async function redisWith(options: readonly string[], password = ''): Promise<number> {
  const server = await startServer(options)
  onTestFinished(server.stop)
  const redis = await connectRedis({ urls: [server.url], log: silent })
  await redis.config('SET', 'requirepass', password)
  redis.disconnect()
  return server.port
}

async function listenInTest(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  return listen(server)
}

/** What the start says about these addresses, behind their names. */
async function refusalOf(...urls: readonly string[]): Promise<string> {
  const refused = await connectRedis({ urls, log: silent }).then(() => 'connected', messageOf)
  return refused.split(' cannot be used: ')[1] ?? refused
}

/** As Redis words it; a real one says so only to addresses that are not of loopback. */
const DENIED =
  'DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. ' +
  'Set a password there (requirepass) and write it into REDIS_URL, redis://:PASSWORD@HOST'

it('a Redis in protected mode, which says so before it closes, is named, and what to do', async () => {
  const port = await listenInTest(
    createServer((socket) => socket.end(`-${DENIED.split('. ')[0]}. 1) Do that.\r\n`)),
  )
  expect(await refusalOf(`redis://127.0.0.1:${port}`)).toBe(DENIED)
  expect(await refusalOf(`redis://127.0.0.1:${port}`, 'redis://127.0.0.1:1')).toBe(DENIED)
})

it('a password that is missing or wrong is named, and what to do', async () => {
  const port = await redisWith([], 'sesame')
  expect(await refusalOf(`redis://127.0.0.1:${port}`)).toMatch(
    /^NOAUTH .*\. Write its password into REDIS_URL/,
  )
  for (const wrong of [':other@', 'ana:sesame@'])
    expect(await refusalOf(`redis://${wrong}127.0.0.1:${port}`)).toMatch(
      /^WRONGPASS [^.]*\. Correct the user or the password in REDIS_URL$/,
    )
  expect(await refusalOf(`redis://:sesame@127.0.0.1:${port}`)).toBe('connected')
})

it('several addresses of servers that are no cluster are named as such', async () => {
  const port = await redisWith([])
  expect(await refusalOf(`redis://127.0.0.1:${port}`, 'redis://127.0.0.1:1')).toBe(
    'ERR This instance has cluster support disabled. Give one address in REDIS_URL, as several are those of a cluster',
  )
})

it('an address with TLS where there is none, or the other way round, is named', async () => {
  const authority = createAuthority('Test root')
  const { keyPem: key, certificate: cert } = createLeaf(authority, { hosts: ['localhost'] })
  const port = await listenInTest(createTlsServer({ key, cert }))
  expect(await refusalOf(`redis://127.0.0.1:${port}`)).toBe(
    'it speaks TLS. Write rediss:// instead of redis:// in REDIS_URL',
  )
  expect(await refusalOf(`rediss://127.0.0.1:${port}`)).toMatch(
    /certificate.*\. Name the file of its authority in NODE_EXTRA_CA_CERTS$/,
  )
  expect(await refusalOf(`rediss://127.0.0.1:${await redisWith([])}`)).toMatch(
    /^no answer, nor TLS\. Start it, or write redis:\/\/ in REDIS_URL$/,
  )
})

it('a server that is not there is to be started', async () => {
  expect(await refusalOf(`redis://127.0.0.1:${await freePort()}`)).toMatch(
    /^connect ECONNREFUSED .*\. Start it, or correct REDIS_URL$/,
  )
})
