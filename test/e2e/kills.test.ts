import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createSandbox } from 'telegram-sandbox'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TAGS } from '../../src/chats/keys.ts'
import { isAlive } from '../../src/redis/process-lock.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { createRandom } from '../support/random.ts'
import { serveSourcePage } from '../support/source-page.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const PLACES = [ANA, LUIS, EMMA]
const KILLS = Number(process.env.KILLS ?? 4)
const SEED = Number(process.env.SEED ?? 20_261_121)
const PRICE_EVERY_MS = 1_000
/** From the read of a new price to the messages it takes some 30 ms: kills fall before, into and behind that. */
const AFTER_READ_MS_MAX = 90
/** A start takes about as long. */
const START_MS = 1_200
/** What was in hand at a kill comes back when its lease ends, after 20 s. */
const SETTLED_MS_MAX = 90_000
const TELEGRAM_SLOW_MS = 5_000
/** From the lease of a chat to its message. */
const SENDS_BEGIN_MS = 1_000
const STOP_MS_MAX = 10_000

describe('the whole program, killed again and again while a price moves every second', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-kills-'))
  const file = join(directory, 'sources.json')
  const telegram = createSandbox({
    port: 0,
    botToken: TOKEN,
  })
  const random = createRandom(SEED)
  let people: ReturnType<typeof createPeople>
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let program: Program
  let cents = 80_000
  let moving: NodeJS.Timeout

  const spawn = (): Program =>
    spawnProgram({
      dataDirectory: join(directory, 'data'),
      env: { BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: telegram.address(), SOURCES_FILE: file },
    })
  const move = (): void => {
    cents += 1
    page.set({ price: cents / 100, date: '2026-11-20' })
  }
  /** As it is written in Spanish or in English. */
  const textOf = (price: number): RegExp =>
    new RegExp(`${Math.floor(price / 100)}[.,]${String(price % 100).padStart(2, '0')}`)

  beforeAll(async () => {
    await telegram.start()
    people = createPeople(telegram.address())
    page = await serveSourcePage({ price: cents / 100, date: '2026-11-20' })
    const monitors = { usd: { currency: 'dollar', title: 'Dólar', price: '/price', last_update: '/date' } }
    const source = { kind: 'json', url: page.url }
    const banco = { title: 'Banco', every: '1s', stale_after: '10000d', source, monitors }
    writeFileSync(file, JSON.stringify({ pages: { banco } }))
    program = spawn()
    await program.address('Bot')
    for (const place of PLACES) {
      await people.ask(place, '/start')
      expect(await people.ask(place, '/follow usd')).toMatch(/te aviso cuando cambie|I’ll tell you when/)
    }
  })
  afterAll(async () => {
    clearInterval(moving)
    await program.stop()
    await telegram.stop()
    await page.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** The prices (in hundredths) that a chat was pushed, with when (s), oldest first. */
  async function pushedTo(place: typeof ANA): Promise<{ price: number; date: number }[]> {
    return (await people.messages(place)).flatMap(({ text = '', date }) => {
      const price = /^[▲▼].* = Bs\.\s(\d+)[.,](\d\d)/.exec(text)
      return price ? [{ price: Number(price[1]) * 100 + Number(price[2]), date }] : []
    })
  }

  /** Waits for the next new price to be read, and then a moment in which it is on its way. */
  async function nearAPush(): Promise<void> {
    await program.address('Bot')
    const price = cents
    await expect.poll(() => cents, { interval: 1, timeout: 30_000 }).toBeGreaterThan(price)
    const reads = page.reads()
    await expect.poll(page.reads, { interval: 1, timeout: 30_000 }).toBeGreaterThan(reads)
    await sleep(random() * AFTER_READ_MS_MAX)
  }

  const timeoutMs = PLACES.length * SETTLED_MS_MAX + KILLS * 30_000

  it(
    `loses no price, repeats only messages in flight, and sends no older price after a newer one (seed ${SEED})`,
    async () => {
      const killedAt: number[] = []
      moving = setInterval(move, PRICE_EVERY_MS)
      for (let kill = 0; kill < KILLS; kill++) {
        await (kill % 2 === 0 ? nearAPush() : sleep(random() * START_MS))
        program.child.kill('SIGKILL')
        // As when the machine loses its power: its Redis dies with it.
        if (kill % 3 === 2) process.kill(program.redisPid(), 'SIGKILL')
        killedAt.push(Math.floor(Date.now() / 1000))
        await program.exited
        program = spawn()
      }
      clearInterval(moving)
      move()
      for (const place of PLACES) {
        const lastText = async () => (await people.messages(place)).at(-1)?.text
        await expect.poll(lastText, { timeout: SETTLED_MS_MAX }).toMatch(textOf(cents))
        const pushed = await pushedTo(place)
        const prices = pushed.map(({ price }) => price)
        expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        const twice = pushed.filter(({ price }, i) => pushed[i - 1]?.price === price)
        const explained = twice.filter(({ price, date }) => {
          const first = pushed.find((push) => push.price === price)
          return killedAt.some((at) => at >= (first?.date ?? 0) && at <= date)
        })
        expect(twice).toEqual(explained)
        expect(twice.length).toBeLessThanOrEqual(KILLS)
      }
      const redisPid = program.redisPid()
      expect((await program.stop()).code).toBe(0)
      expect(isAlive(redisPid)).toBe(false)
    },
    timeoutMs,
  )

  it('a stop records messages that Telegram accepts meanwhile, and the next start repeats none', async () => {
    program = spawn()
    await program.address('Bot')
    await people.ask(ANA, '/start')
    await hold(TELEGRAM_SLOW_MS)
    move()
    await expect.poll(inHand, { timeout: 30_000, interval: 10 }).toBe(PLACES.length)
    await sleep(SENDS_BEGIN_MS)
    const { code, ms } = await program.stop()
    expect([code, ms < STOP_MS_MAX]).toEqual([0, true])
    await hold(0)
    const told = cents
    const timesTold = async (place: typeof ANA): Promise<number> =>
      (await pushedTo(place)).filter(({ price }) => price === told).length
    // A send that a busy machine had not begun by then is none: what is due is newer when it begins.
    const accepted = await Promise.all(PLACES.map(timesTold))
    expect(Math.max(...accepted)).toBe(1)
    program = spawn()
    await program.address('Bot')
    move()
    for (const place of PLACES) {
      const prices = async () => (await pushedTo(place)).map(({ price }) => price)
      await expect.poll(async () => (await prices()).at(-1), { timeout: SETTLED_MS_MAX }).toBe(cents)
    }
    expect(await Promise.all(PLACES.map(timesTold))).toEqual(accepted)
  })

  /** Telegram does what it is asked, and answers, so many ms later. */
  const hold = (slow_ms: number) =>
    request(`${telegram.address()}/chat/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slow_ms }),
    }).then((response) => response.body.dump())

  /** How many chats the program has in hand; what is sent is, until its answer is recorded. */
  async function inHand(): Promise<number> {
    const redis = new Redis(JSON.parse(readFileSync(join(directory, 'data/redis.json'), 'utf8')).url)
    const held = await Promise.all(TAGS.map((tag) => redis.hkeys(`due:{${tag}}:fences`)))
    redis.disconnect()
    return held.flat().filter((chat) => chat !== '').length
  }
})
