import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ANA } from '../../support/people.ts'
import { spawnProgram } from '../../support/program.ts'
import { serveSourcePage } from '../../support/source-page.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { createReader, holds, startVillage, wait } from '../worlds.ts'
import { spoilAnswers } from './spoilt-answers.ts'

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../../support/shifted-clock.ts')).href
const SOON_MS_MAX = 60_000
const READ_EVERY_MS = 500
const LATER_MS = 600_000
const SILENT = /no responde/
const WITH_PRICES = ['/tasa', '/tasa usd', '/convertir 100 usd', '/precio usd'] as const

/** The rate API falls silent, and minutes later people ask. */
async function silenceRates(setting: Setting): Promise<Survived> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-clock-'))
  setting.atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'ahead')
  const { people, link, bot } = await startVillage(setting, {
    NODE_OPTIONS: `--import=${PRELOAD}`,
    CLOCK_FILE: file,
  })
  await people.ask(ANA, '/start')
  assert.doesNotMatch(await people.ask(ANA, '/tasa usd'), SILENT)
  const rounds = setting.size(5, 1)
  const wrong: string[] = []
  for (const fault of ['half-open', 'refused'] as const) {
    if (fault === 'half-open') link('the rate API').behave({ isHalfOpen: true })
    else await link('the rate API').refuse()
    writeFileSync(file, String(fault === 'half-open' ? LATER_MS : 2 * LATER_MS))
    bot.child.kill('SIGUSR2')
    await sleep(500)
    for (let round = 0; round < rounds; round++)
      for (const question of WITH_PRICES) {
        const answer = await people.ask(ANA, question)
        if (answer.includes('800') && !SILENT.test(answer)) wrong.push(`${question}: ${answer}`)
      }
  }
  await link('the rate API').mend()
  // The service's clock did not move: the ages of its answers are those of one clock again.
  writeFileSync(file, '0')
  bot.child.kill('SIGUSR2')
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
async function failSources(setting: Setting): Promise<Survived> {
  const [bad, good] = [await serveSourcePage(pageOf(500)), await serveSourcePage(pageOf(800))]
  setting.atEnd(bad.close)
  setting.atEnd(good.close)
  const link = await startTcpProxy(bad.url)
  setting.atEnd(link.stop)
  const directory = mkdtempSync(join(tmpdir(), 'tasa-sources-'))
  setting.atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const pageAt = (url: string) => ({
    every: '1s',
    stale_after: '5s',
    source: { kind: 'json', url },
    monitors: { usd: { currency: 'dollar', price: '/price', last_update: '/date' } },
  })
  const file = join(directory, 'sources.json')
  writeFileSync(file, JSON.stringify({ pages: { mala: pageAt(link.url), buena: pageAt(good.url) } }))
  const program = spawnProgram({ env: { SOURCES_FILE: file } })
  setting.atEnd(() => program.stop())
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

export const PRICES: readonly Scenario[] = [
  {
    name: 'rate-api-spoilt',
    promise: 'The rate API answers garbage: no wrong price is shown, every question is answered',
    done: 'answers are cut, emptied, or have no, a negative or an impossible price',
    run: spoilAnswers,
  },
  {
    name: 'rate-api-silent',
    promise: 'The rate API is down or silent: every price is shown with its age',
    done: 'its link is half-open, then refused',
    run: silenceRates,
  },
  {
    name: 'source-fails',
    promise: 'A source fails: other pages are unharmed, its price is called stale',
    done: 'it refuses, hangs, is slow, answers garbage',
    run: failSources,
  },
]
