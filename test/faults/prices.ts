import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { addDays, type Day } from '../../src/domain/caracas.ts'
import { ANA } from '../support/people.ts'
import { serveSourcePage } from '../support/source-page.ts'
import type { Scenario, Setting } from './scenario.ts'
import {
  countUntold,
  createClock,
  holds,
  makeFolder,
  serve,
  startLinkedTown,
  startVillage,
  startWebhookBot,
  startWithPages,
  times,
  wait,
} from './worlds.ts'

const FOUND_MS_MAX = 70_000
const SOON_MS_MAX = 60_000
const LATER_MS = 600_000
const SILENT = /no responde/
const WITH_PRICES = ['/tasa', '/tasa usd', '/convertir 100 usd', '/precio usd'] as const

/** A page that gives the time of each request, so that its price grows stale only while it cannot be read. */
const pageOf = (price: unknown) => ({
  price,
  get date() {
    return new Date().toISOString()
  },
})

const jsonPage = (url: string) => ({
  every: '1s',
  stale_after: '5s',
  source: { kind: 'json', url },
  monitors: { usd: { currency: 'dollar', price: '/price', last_update: '/date' } },
})

/** What the town's source page says while nothing moves, and what every past day had. */
const TRUE_PRICE = '800,00'
const PRICE = /Bs\.\s([\d.]+,\d+)/g
/** A page is asked for again after 5 s, so that few answers of one page alone could be spoilt. */
const PAGES = 40
/** As many as questions, as an answer about a past day is kept for a minute. */
const DAYS = 3_000
const LAST_DAY: Day = '2026-11-19'
const FIRST_CHAT = 1_000

/** Ways to spoil an answer; none leaves another number that could be a price. */
function mutationsBy(random: () => number): readonly ((body: string) => string)[] {
  return [
    (body) => body.slice(0, Math.floor(random() * body.length)),
    ...['', 'null', '[]', '<html><body>502 Bad Gateway</body></html>', '{"monitors":{"usd":[]}}'].map(
      (instead) => () => instead,
    ),
    (body) => body.replaceAll('"', "'"),
    (body) => body.replaceAll('{', '['),
    (body) => '['.repeat(50_000) + body,
    ...['null', '"abc"', '-5', '0', '1e400', '{}', '[800]', '"8 0 0"', 'true'].map(
      (value) => (body: string) => body.replaceAll(/"(price\w*)":[^,}]+/g, `"$1":${value}`),
    ),
    (body) => body.replaceAll(/"(last_update|date)":"[^"]*"/g, '"$1":"the day before never"'),
    (body) => body.replaceAll('"price"', '"prize"'),
  ]
}

/** The rate API as a bad proxy hands it on, its one page under many names; `isOn` says from when answers are spoilt. */
async function startMutator(setting: Setting) {
  const mutations = mutationsBy(setting.random)
  const state = { isOn: false, mutated: 0, target: '' }
  const url = await serve(setting, async (request, response) => {
    const path = request.url?.replace(/page=banco\d+/, 'page=banco')
    try {
      const headers = { authorization: request.headers.authorization ?? '' }
      const passed = await fetch(`${state.target}${path}`, { headers })
      const body = await passed.text()
      response.writeHead(passed.status, { 'content-type': 'application/json' })
      if (!state.isOn) return void response.end(body)
      state.mutated += 1
      response.end(mutations[Math.floor(setting.random() * mutations.length)]?.(body))
    } catch {
      response.destroy() // a connection of the rate API that was just closed
    }
  })
  return { state, url }
}

/** Three questions in turn, each about another page, and another day where it has one. */
function questionOf(index: number): string {
  const monitor = `banco${index % PAGES}.usd`
  const day = addDays(LAST_DAY, -(index % DAYS))
  const typed = day.split('-').toReversed().join('-')
  return (
    [`/tasa ${monitor}`, `/cambios ${monitor} ${typed}`, `/convertir 1 ${monitor} ${typed}`][index % 3] ?? ''
  )
}

const MIB = 1024 * 1024
const DEEP = '<div>'.repeat((195 * 1024) / 5)
const BOMB = gzipSync('<div>'.repeat((2 * MIB) / 5))

export const PRICES: readonly Scenario[] = [
  {
    name: 'notifications-lost',
    promise: 'Lost notifications are found within 70 s',
    done: 'somebody answers 200 and swallows them',
    async run(setting) {
      let swallowed = 0
      const liar = await serve(setting, (request, response) => {
        request.resume().on('end', () => {
          swallowed += 1
          response.end()
        })
      })
      const n = setting.size(300, 50)
      const { town, survived } = await startLinkedTown(setting, { ratePerSecond: 500, chats: n })
      await town.startPush({ RATES_WEBHOOK_URL: `${liar}/webhooks/rates` })
      await town.registered()
      const before = swallowed
      town.move()
      await wait('a notification is swallowed', () => swallowed > before)
      const lost = await countUntold(town, FOUND_MS_MAX)
      return survived({ n, of: 'messages', lost, msMax: FOUND_MS_MAX })
    },
  },
  {
    name: 'rate-api-spoilt',
    promise: 'The rate API answers garbage: no wrong price is shown, every question is answered',
    done: 'answers are cut, emptied, or have no, a negative or an impossible price',
    async run(setting) {
      const { state, url } = await startMutator(setting)
      const { town } = await startLinkedTown(setting, { ratePerSecond: 1_000 })
      state.target = await town.service.address('Rate service')
      // Every past day has the true price, so that a spoilt answer about one is one with a price.
      const file = join(makeFolder(setting), 'days.csv')
      const days = Array.from({ length: DAYS }, (_, index) => `${addDays(LAST_DAY, -index)},800`)
      writeFileSync(file, ['day,price', ...days].join('\n'))
      const names = ['--page', 'banco', '--currency', 'dollar', '--monitor', 'usd']
      const columns = ['--date-column', 'day', '--price-column', 'price']
      assert.match(await town.runOperator('import', ...names, ...columns, file), new RegExp(`${DAYS} rows`))
      const { updates } = await startWebhookBot(town, {
        RATES_API_URL: url,
        RATES_PAGES: Array.from({ length: PAGES }, (_, page) => `banco${page}`).join(','),
      })
      const { sent } = town.recorder
      for (let index = 0; index < PAGES; index++) {
        const isKnown = async (): Promise<boolean> => {
          await updates.say(index + 1, questionOf(index), true)
          return sent.some(({ chat, price }) => chat === String(index + 1) && price === TRUE_PRICE)
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
      await times(8, ask)
      const answers = () => sent.slice(before).filter(({ chat }) => Number(chat) > FIRST_CHAT)
      const answered = () => new Set(answers().map(({ chat }) => chat)).size
      await holds(() => answered() >= asked, SOON_MS_MAX, 250)
      const isWrong = ({ text }: { text: string }) =>
        [...text.matchAll(PRICE)].some(([, price]) => price !== TRUE_PRICE)
      assert.deepEqual(town.lastWords(), [])
      assert(state.mutated >= wanted, `only ${state.mutated} answers were spoilt`)
      const lost = answers().filter(isWrong).length + asked - answered()
      return { n: state.mutated, of: 'spoilt answers', lost }
    },
  },
  {
    name: 'rate-api-silent',
    promise: 'The rate API is down or silent: every price is shown with its age',
    done: 'its link is half-open, then refused, and people ask minutes later',
    async run(setting) {
      const clock = createClock(setting)
      const { people, link, bot } = await startVillage(setting, clock.env)
      await people.ask(ANA, '/start')
      assert.doesNotMatch(await people.ask(ANA, '/tasa usd'), SILENT)
      const rates = link('the rate API')
      const rounds = setting.size(5, 1)
      let lost = 0
      const faults = [() => rates.behave({ isHalfOpen: true }), () => rates.refuse()]
      for (const [index, fault] of faults.entries()) {
        await fault()
        await clock.setAhead((index + 1) * LATER_MS, [bot])
        for (let round = 0; round < rounds; round++)
          for (const question of WITH_PRICES) {
            const answer = await people.ask(ANA, question)
            if (answer.includes('800') && !SILENT.test(answer)) lost += 1
          }
      }
      await rates.mend()
      // The service's clock did not move: the ages of its answers are those of one clock again.
      await clock.setAhead(0, [bot])
      const isFresh = async () => !SILENT.test(await people.ask(ANA, '/tasa usd'))
      await wait('prices are fresh again', isFresh, SOON_MS_MAX, 1_000)
      return { n: 2 * rounds * WITH_PRICES.length, of: 'answers with prices', lost }
    },
  },
  {
    name: 'hostile-pages',
    promise: 'A hostile page is ended at its deadline off the event loop; everything else is unharmed',
    done: '39,000 levels, and 2 MiB once unpacked',
    async run(setting) {
      const good = await serveSourcePage(pageOf(800))
      setting.atEnd(good.close)
      const htmlPage = (url: string) => ({
        every: '1s',
        source: { kind: 'html', url },
        monitors: { eur: { currency: 'euro', price: 'b' } },
      })
      const deep = await serve(setting, (_request, response) => response.end(DEEP))
      const bomb = await serve(setting, (_request, response) =>
        response.setHeader('content-encoding', 'gzip').end(BOMB),
      )
      const pages = { buena: jsonPage(good.url), honda: htmlPage(deep), bomba: htmlPage(bomb) }
      const { program, service, read } = await startWithPages(setting, pages)
      const isEnded = (page: string) =>
        new RegExp(`"page":"${page}".*cannot be parsed: it took too long`).test(program.err())
      await wait('both are ended', () => isEnded('honda') && isEnded('bomba'))
      const tookMs: number[] = []
      let [lost, price] = [0, 800]
      const until = performance.now() + setting.size(15_000, 3_000)
      for (let call = 0; performance.now() < until; call++) {
        const startedAt = performance.now()
        if ((await fetch(`${service}/healthz`)).status !== 200) lost += 1
        tookMs.push(performance.now() - startedAt)
        if (call % 100 === 0) good.set(pageOf(++price))
        await sleep(10)
      }
      const isThere = async () => (await read('buena')).price === price
      await wait('the other page goes on', isThere, SOON_MS_MAX, 500)
      tookMs.sort((a, b) => a - b)
      const ms = tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.POSITIVE_INFINITY
      return { n: tookMs.length, of: 'calls of /healthz', lost, delay: { ms, msMax: 250 } }
    },
  },
]
