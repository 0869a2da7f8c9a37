import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { connectRedis } from '../../../src/redis/connection.ts'
import { messageOf } from '../../../src/runtime/log.ts'
import { createAuthority, createLeaf } from '../../support/authority.ts'
import { freePort, startServer } from '../../support/cluster.ts'
import { listen } from '../../support/listen.ts'
import { silent } from '../../support/redis.ts'

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
