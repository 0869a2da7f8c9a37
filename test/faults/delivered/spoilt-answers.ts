import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type Day } from '../../../src/domain/caracas.ts'
import { createUpdates, UPDATES_SECRET } from '../../support/updates.ts'
import type { Setting, Survived } from '../scenario.ts'
import { holds, type LinkedTown, startLinkedTown, wait } from '../worlds.ts'

/** What the town's source page says while nothing moves, and what every past day had. */
const TRUE_PRICE = '800,00'
const PRICE = /Bs\.\s([\d.]+,\d+)/g
const SOON_MS_MAX = 60_000
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
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy()) // a connection of the rate API that was just closed
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  setting.atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Gives every past day the true price, so that a spoilt answer about one is one with a price. */
async function importDays(setting: Setting, { town }: LinkedTown): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-days-'))
  setting.atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'days.csv')
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
  const linked = await startLinkedTown(setting, { ratePerSecond: 1_000, chats: 0 })
  const { town } = linked
  target = await town.service.address('Rate service')
  await importDays(setting, linked)
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
  assert.equal(bot.child.exitCode, null)
  assert(state.mutated >= wanted, `only ${state.mutated} answers were spoilt`)
  return {
    n: state.mutated,
    of: `spoilt answers, ${asked} questions`,
    lost: wrong.length + asked - answered(),
  }
}
