import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { addDays, type Day } from '../../src/domain/caracas.ts'
import type { MonitorId } from '../../src/domain/monitor.ts'
import type { Town } from '../support/load-fixture.ts'
import { onThisMachine } from '../support/machine.ts'
import { ANA } from '../support/people.ts'
import { quoteOf } from '../support/push.ts'
import { repeated } from '../support/recorder.ts'
import { serveSourcePage } from '../support/source-page.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { createUpdates, UPDATES_SECRET } from '../support/updates.ts'
import type { Setting, Survived } from './scenario.ts'
import {
  countBackwards,
  countUntold,
  createClock,
  createReader,
  deliveriesOf,
  holds,
  makeFolder,
  requireSound,
  serve,
  startLinkedTown,
  startVillage,
  startWithPages,
  times,
  wait,
} from './worlds.ts'

const COPIES = 10
const TRIES_MAX = 5
const UPDATES_PER_CHAT = 2
const SENT_MS_MAX = 60_000
const FOUND_MS_MAX = 70_000
const REGISTERED_MS_MAX = 60_000
const SECOND_MS = 1_000

const monitorOf = (chat: number): MonitorId => ({ page: 'banco', currency: 'dollar', key: `m${chat}` })

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [items[last], items[other]]
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a]
  }
  return items
}

/** Every notification comes ten times, all of them shuffled, half of them without an id; a newer price may come before an older. */
export async function repeatAndShuffle(setting: Setting): Promise<Survived> {
  const chats = setting.size(500, 40)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 500, chats: 0, pushes: 2 })
  const startedAt = Date.now() - chats * UPDATES_PER_CHAT
  const notifications: (() => Promise<number>)[] = []
  for (let chat = 1; chat <= chats; chat++) {
    await town.chats.follows.add(String(chat), monitorOf(chat), { price: '100', at: 1_000 })
    for (let update = 1; update <= UPDATES_PER_CHAT; update++) {
      const at = startedAt + chat * UPDATES_PER_CHAT + update
      const quote = quoteOf(String(100 + update), {
        monitor: monitorOf(chat),
        priceOld: String(99 + update),
        lastUpdate: at - (at % SECOND_MS) + update * SECOND_MS,
      })
      for (let copy = 0; copy < COPIES; copy++)
        notifications.push(() => town.notify(quote, chat % 2 === 0 ? null : `${chat}-${update}`, at))
    }
  }
  const shuffled = shuffle(notifications, setting.random)
  const n = shuffled.length
  const statuses = await times(n, async (index) => {
    const next = shuffled[index]
    assert(next)
    // Who notifies repeats what was answered 503: the receiver was busy for longer than its second.
    let status = await next()
    for (let tries = 1; status === 503 && tries < TRIES_MAX; tries++) status = await next()
    return status
  })
  const { sent } = town.recorder
  const newest = `${100 + UPDATES_PER_CHAT},00`
  const untold = (): number => {
    const told = new Set(sent.filter(({ price }) => price === newest).map(({ chat }) => chat))
    return chats - told.size
  }
  await holds(() => untold() === 0, await onThisMachine(SENT_MS_MAX), 250)
  await requireSound(town)
  return {
    n,
    of: `notifications for ${chats} chats`,
    lost: untold() + countBackwards(sent) + statuses.filter((status) => status !== 200).length,
    duplicates: { count: repeated(sent), max: 0 },
  }
}

/** Somebody between the rate API and us says 200 to every notification, and passes on none. */
export async function swallow(setting: Setting): Promise<Survived> {
  let swallowed = 0
  const liar = await serve(setting, (request, response) => {
    request.resume().on('end', () => {
      swallowed += 1
      response.end()
    })
  })
  const chats = setting.size(300, 50)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 500, chats })
  await town.startPush({ RATES_WEBHOOK_URL: `${liar}/webhooks/rates` })
  await town.registered()
  const before = swallowed
  town.move()
  await wait('a notification is swallowed', () => swallowed > before, REGISTERED_MS_MAX)
  const lost = await countUntold(town, FOUND_MS_MAX)
  await requireSound(town)
  return {
    n: chats,
    of: 'messages',
    lost,
    ...deliveriesOf(town, 0, FOUND_MS_MAX),
  }
}

const SOON_MS_MAX = 60_000
const READ_EVERY_MS = 500
const LATER_MS = 600_000
const SILENT = /no responde/
const WITH_PRICES = ['/tasa', '/tasa usd', '/convertir 100 usd', '/precio usd'] as const

/** The rate API falls silent, and minutes later people ask. */
export async function silenceRates(setting: Setting): Promise<Survived> {
  const clock = createClock(setting)
  const { people, link, bot } = await startVillage(setting, clock.env)
  await people.ask(ANA, '/start')
  assert.doesNotMatch(await people.ask(ANA, '/tasa usd'), SILENT)
  const rounds = setting.size(5, 1)
  const wrong: string[] = []
  for (const fault of ['half-open', 'refused'] as const) {
    if (fault === 'half-open') link('the rate API').behave({ isHalfOpen: true })
    else await link('the rate API').refuse()
    await clock.setAhead(fault === 'half-open' ? LATER_MS : 2 * LATER_MS, [bot])
    for (let round = 0; round < rounds; round++)
      for (const question of WITH_PRICES) {
        const answer = await people.ask(ANA, question)
        if (answer.includes('800') && !SILENT.test(answer)) wrong.push(`${question}: ${answer}`)
      }
  }
  await link('the rate API').mend()
  // The service's clock did not move: the ages of its answers are those of one clock again.
  await clock.setAhead(0, [bot])
  const isFresh = async (): Promise<boolean> => !SILENT.test(await people.ask(ANA, '/tasa usd'))
  await wait('prices are fresh again', isFresh, SOON_MS_MAX, 1_000)
  if (wrong.length > 0) process.stderr.write(`${wrong[0]}\n`)
  return { n: 2 * rounds * WITH_PRICES.length, of: 'answers with prices', lost: wrong.length }
}

/** A page that gives the time of each request, so that its price grows stale only while it cannot be read. */
const pageOf = (price: unknown) => ({
  price,
  get date() {
    return new Date().toISOString()
  },
})

/** One source fails in every way, another page goes on. */
export async function failSources(setting: Setting): Promise<Survived> {
  const [bad, good] = [await serveSourcePage(pageOf(500)), await serveSourcePage(pageOf(800))]
  setting.atEnd(bad.close)
  setting.atEnd(good.close)
  const link = await startTcpProxy(bad.url)
  setting.atEnd(link.stop)
  const pageAt = (url: string) => ({
    every: '1s',
    stale_after: '5s',
    source: { kind: 'json', url },
    monitors: { usd: { currency: 'dollar', price: '/price', last_update: '/date' } },
  })
  const program = startWithPages(setting, { mala: pageAt(link.url), buena: pageAt(good.url) })
  const read = await createReader(program)
  const bothRead = async (): Promise<boolean> =>
    (await read('mala')).price === 500 && (await read('buena')).price === 800
  await wait('both have prices', bothRead, SOON_MS_MAX, READ_EVERY_MS)
  const faults: readonly (() => unknown)[] = [
    () => link.refuse(),
    () => link.behave({ isHalfOpen: true }),
    () => link.behave({ bytesPerSecond: 5 }),
    () => link.behave({ latencyMs: 20_000 }),
    () => bad.set(pageOf('a number, once')),
    () => bad.set(pageOf(-3)),
    () => bad.set([]),
  ]
  let lost = 0
  let price = 800
  let slowest = 0
  const tried = faults.slice(0, setting.size(faults.length, 2))
  for (const fault of tried) {
    await fault()
    price += 1
    good.set(pageOf(price))
    const startedAt = performance.now()
    if (!(await holds(async () => (await read('buena')).price === price, SOON_MS_MAX, READ_EVERY_MS)))
      lost += 1
    slowest = Math.max(slowest, performance.now() - startedAt)
    const isStale = async (): Promise<boolean> => {
      const { price: shown, stale } = await read('mala')
      return shown === 500 && stale === true
    }
    if (!(await holds(isStale, 30_000, READ_EVERY_MS))) lost += 1
    bad.set(pageOf(500))
    await link.mend()
    link.reset()
    if (!(await holds(async () => (await read('mala')).stale !== true, 40_000, READ_EVERY_MS))) lost += 1
  }
  return {
    n: tried.length * 3,
    of: 'claims (the other page unharmed, this one stale, then fresh)',
    lost,
    delay: { of: 'of the unharmed page', ms: slowest },
  }
}

/** What the town's source page says while nothing moves, and what every past day had. */
const TRUE_PRICE = '800,00'
const PRICE = /Bs\.\s([\d.]+,\d+)/g
const QUESTIONS_AT_ONCE = 8
/** A page is asked for again after 5 s, so that few answers of one page alone could be spoilt. */
const PAGES = 40
/** As many as questions, as an answer about a past day is kept for a minute. */
const DAYS = 3_000
const LAST_DAY: Day = '2026-11-19'
const FIRST_CHAT = 1_000

type Mutate = (body: string) => string

/** Ways to spoil an answer; none leaves another number that could be a price. */
function mutationsBy(random: () => number): readonly Mutate[] {
  const cut = (body: string): string => body.slice(0, Math.floor(random() * body.length))
  const instead = (value: string): readonly Mutate[] => [
    (body) => body.replaceAll(/"price":[^,}]+/g, `"price":${value}`),
    (body) => body.replaceAll(/"(price\w*)":[^,}]+/g, `"$1":${value}`),
  ]
  return [
    cut,
    () => '',
    () => 'null',
    () => '[]',
    () => '<html><body>502 Bad Gateway</body></html>',
    () => '{"monitors":{"usd":[]}}',
    (body) => body.replaceAll('"', "'"),
    (body) => body.replaceAll('{', '['),
    (body) => '['.repeat(50_000) + body,
    ...['null', '"abc"', '-5', '0', '1e400', '{}', '[800]', '"8 0 0"', 'true'].flatMap(instead),
    (body) => body.replaceAll(/"(last_update|date)":"[^"]*"/g, '"$1":"the day before never"'),
    (body) => body.replaceAll('"price"', '"prize"'),
  ]
}

/** The rate API as a bad proxy hands it on, its one page under many names; `isOn` says from when answers are spoilt. */
async function startMutator(setting: Setting, target: () => string) {
  const mutations = mutationsBy(setting.random)
  const state = { isOn: false, mutated: 0 }
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.replace(/page=banco\d+/, 'page=banco')
    const passed = await fetch(`${target()}${path}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    })
    const body = await passed.text()
    response.writeHead(passed.status, {
      'content-type': passed.headers.get('content-type') ?? 'application/json',
    })
    if (!state.isOn) return void response.end(body)
    state.mutated += 1
    const mutate = mutations[Math.floor(setting.random() * mutations.length)]
    response.end(mutate?.(body))
  }
  const url = await serve(setting, (request, response) => {
    pass(request, response).catch(() => response.destroy()) // a connection of the rate API that was just closed
  })
  return { state, url }
}

/** Gives every past day the true price, so that a spoilt answer about one is one with a price. */
async function importDays(setting: Setting, town: Town): Promise<void> {
  const file = join(makeFolder(setting), 'days.csv')
  const days = Array.from({ length: DAYS }, (_, index) => `${addDays(LAST_DAY, -index)},800`)
  writeFileSync(file, ['day,price', ...days].join('\n'))
  const names = ['--page', 'banco', '--currency', 'dollar', '--monitor', 'usd']
  const columns = ['--date-column', 'day', '--price-column', 'price']
  assert.match(await town.runOperator('import', ...names, ...columns, file), new RegExp(`${DAYS} rows`))
}

/** Three questions in turn, each about another page, and another day where it has one. */
function questionOf(index: number): string {
  const monitor = `banco${index % PAGES}.usd`
  const day = addDays(LAST_DAY, -(index % DAYS))
    .split('-')
    .toReversed()
    .join('-')
  return [`/tasa ${monitor}`, `/cambios ${monitor} ${day}`, `/convertir 1 ${monitor} ${day}`][index % 3] ?? ''
}

/** People ask for prices, changes and conversions while every answer of the rate API is spoilt. */
export async function spoilAnswers(setting: Setting): Promise<Survived> {
  let target = ''
  const { state, url } = await startMutator(setting, () => target)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 1_000, chats: 0 })
  target = await town.service.address('Rate service')
  await importDays(setting, town)
  const bot = town.startBot({
    TELEGRAM_WEBHOOK_SECRET: UPDATES_SECRET,
    RATES_API_URL: url,
    RATES_PAGES: Array.from({ length: PAGES }, (_, page) => `banco${page}`).join(','),
  })
  const address = await bot.address('Bot')
  const updates = createUpdates(() => address)
  const { sent } = town.recorder
  for (let index = 0; index < PAGES; index++) {
    const chat = index + 1
    const isKnown = async (): Promise<boolean> => {
      await updates.say(chat, questionOf(index), true)
      return sent.some((one) => one.chat === String(chat) && one.price === TRUE_PRICE)
    }
    await wait(`«${questionOf(index)}» is answered with the price`, isKnown, SOON_MS_MAX, 500)
  }
  state.isOn = true
  const before = sent.length
  const wanted = setting.size(1_000, 60)
  let asked = 0
  const ask = async (): Promise<void> => {
    while (state.mutated < wanted && asked < DAYS - PAGES) {
      asked += 1
      assert.equal(await updates.say(FIRST_CHAT + asked, questionOf(PAGES + asked), true), 200)
    }
  }
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, ask))
  const answers = () => sent.slice(before).filter(({ chat }) => Number(chat) > FIRST_CHAT)
  const answered = () => new Set(answers().map(({ chat }) => chat)).size
  await holds(() => answered() >= asked, SOON_MS_MAX, 250)
  const wrong = answers().filter(({ text }) =>
    [...text.matchAll(PRICE)].some(([, price]) => price !== TRUE_PRICE),
  )
  for (const { text } of wrong.slice(0, 3)) process.stderr.write(`wrong: ${text}\n`)
  assert.deepEqual(town.lastWords(), [])
  assert(state.mutated >= wanted, `only ${state.mutated} answers were spoilt`)
  return {
    n: state.mutated,
    of: `spoilt answers, ${asked} questions`,
    lost: wrong.length + asked - answered(),
  }
}

const MIB = 1024 * 1024
const P99_MS_MAX = 250
const DEEP = '<div>'.repeat((195 * 1024) / 5)
const BOMB = gzipSync('<div>'.repeat((2 * MIB) / 5))

/** Pages that are nested thousands of levels deep, or grow to 2 MiB when they are unpacked, every second. */
export async function collectHostilePages(setting: Setting): Promise<Survived> {
  const good = await serveSourcePage({ price: 800, date: '2026-11-20' })
  setting.atEnd(good.close)
  const html = (url: string) => ({
    every: '1s',
    source: { kind: 'html', url },
    monitors: { eur: { currency: 'euro', price: 'b' } },
  })
  const pages = {
    buena: {
      every: '1s',
      source: { kind: 'json', url: good.url },
      monitors: { usd: { currency: 'dollar', price: '/price' } },
    },
    honda: html(await serve(setting, (_request, response) => response.end(DEEP))),
    bomba: html(
      await serve(setting, (_request, response) => response.setHeader('content-encoding', 'gzip').end(BOMB)),
    ),
  }
  const program = startWithPages(setting, pages)
  const service = await program.address('Rate service')
  await wait(
    'both are refused',
    () => /"honda"/.test(program.err()) && /"bomba"/.test(program.err()),
    SOON_MS_MAX,
  )
  const read = await createReader(program)
  const tookMs: number[] = []
  let lost = 0
  let price = 800
  const until = performance.now() + setting.size(15_000, 3_000)
  for (let call = 0; performance.now() < until; call++) {
    const startedAt = performance.now()
    if ((await fetch(`${service}/healthz`)).status !== 200) lost += 1
    tookMs.push(performance.now() - startedAt)
    if (call % 100 === 0) {
      price += 1
      good.set({ price, date: '2026-11-20' })
    }
    await sleep(10)
  }
  const isThere = async (): Promise<boolean> => (await read('buena')).price === price
  await wait('the other page goes on', isThere, SOON_MS_MAX, 500)
  tookMs.sort((a, b) => a - b)
  return {
    n: tookMs.length,
    of: 'calls of /healthz',
    lost,
    delay: {
      of: 'p99 of them',
      ms: tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.POSITIVE_INFINITY,
      msMax: P99_MS_MAX,
    },
  }
}
