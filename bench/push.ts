import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { messagesIn } from '../src/messages/messages.ts'
import { createPrivateRedis } from '../src/runtime/private-redis.ts'
import { closeRedis, connectRedis, type Redis } from '../src/runtime/redis.ts'
import { createTelegram } from '../src/telegram/api.ts'
import { quoteOf, startPush, USD } from '../test/support/push.ts'
import { silent } from '../test/support/redis.ts'
import { type Figure, percentile } from './figure.ts'
import { startStandIn } from './stand-in.ts'

const CHATS = 10_000
const ROUNDS = 3
const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const BARE_IN_FLIGHT = 256

interface Run {
  readonly perSecond: number
  readonly cpuSecondsPer10k: number
}

async function measure(work: () => Promise<void>): Promise<Run> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: CHATS / ((performance.now() - startedAt) / 1000),
    cpuSecondsPer10k: ((user + system) / 1e6 / CHATS) * 10_000,
  }
}

/** The same bodies to the same server, and nothing else. */
async function sendBare(url: string): Promise<void> {
  const dispatcher = new Agent({ keepAliveTimeout: 60_000, allowH2: false })
  const text = messagesIn('es').moves({
    moves: [{ quote: quoteOf('101'), from: '100', fromAt: 1_000 }],
    now: 2_000,
  })
  let next = 1
  async function post(): Promise<void> {
    while (next <= CHATS) {
      const body = JSON.stringify({
        chat_id: String(next++),
        text,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      })
      const headers = { 'content-type': 'application/json' }
      const answer = await request(`${url}/bot${TOKEN}/sendMessage`, {
        dispatcher,
        method: 'POST',
        headers,
        body,
      })
      await answer.body.json()
    }
  }
  await Promise.all(Array.from({ length: BARE_IN_FLIGHT }, post))
  await dispatcher.destroy()
}

/** Messages a second from one price to 10,000 chats through the whole push path, beside a bare loop; in alternation. */
export async function benchPush(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-bench-'))
  const server = await createPrivateRedis(directory, silent)
  const open: Redis[] = []
  const connect = async (waits = false): Promise<Redis> => {
    const redis = await connectRedis({ urls: [server.url], log: silent, waits })
    open.push(redis)
    return redis
  }
  const standIn = await startStandIn()
  const telegram = createTelegram({ token: TOKEN, apiRoot: standIn.url })
  const push = await startPush({ connect, ratePerSecond: 1_000_000, send: telegram.send })
  for (let chat = 1; chat <= CHATS; chat++)
    await push.chats.follow(String(chat), USD, { price: '100', at: 1 })
  const ours: Run[] = []
  const bare: Run[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const bareRun = await measure(() => sendBare(standIn.url))
    const ourRun = await measure(async () => {
      await push.see({ quote: quoteOf(String(101 + round)), asOf: 2_000 + round })
      await push.rest()
    })
    if (round > 0) {
      bare.push(bareRun)
      ours.push(ourRun)
    }
    await new Promise((done) => setTimeout(done, 1_100)) // every chat rests a second after a message
  }
  await push.stop()
  await Promise.all(open.map(closeRedis))
  await telegram.close()
  await standIn.stop()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
  const median = (runs: readonly Run[], of: keyof Run): number =>
    percentile(
      runs.map((run) => run[of]),
      0.5,
    )
  return [
    {
      name: `one price to ${CHATS} chats, whole push path`,
      unit: 'messages/s',
      ours: median(ours, 'perSecond'),
      limit: median(bare, 'perSecond'),
      limitName: 'bare undici loop',
    },
    {
      name: 'CPU per 10,000 messages',
      unit: 's',
      ours: median(ours, 'cpuSecondsPer10k'),
      limit: median(bare, 'cpuSecondsPer10k'),
      limitName: 'bare undici loop',
    },
  ]
}
