import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { forFile, useFolder } from '../support/folder.ts'
import type { PlaceName } from '../support/internet/answers.ts'
import type { Behaviour } from '../support/internet/world.ts'
import { ANA, LUIS } from '../support/people.ts'
import { startWithToken } from '../support/real-sources.ts'
import { until } from '../support/until.ts'

const SHIPPED = new URL('../../src/service/sources/shipped/venezuela.json', import.meta.url)
const TOLERANCE = 0.002
/** What each round multiplies all prices by: above the least change that chats begin with. */
const STEP = 1.008
/** Those that `/tasa` shows first. */
const MONITORS = 4
/** A machine that is busy may miss the first try; the next one is 45 s later. */
const REGISTERED_TIMEOUT_MS = 50_000

/** Each source with a way to die; the last one lives, with bait in its list. */
const DEATHS: readonly (readonly [PlaceName, Behaviour])[] = [
  ['bcv', 500],
  ['bcvToday', 404],
  ['dolarVzla', 'html'],
  ['bcv', 'frozen'],
  ['dolarApiEuro', 'garbage'],
  ['dolarApiParalelo', 403],
  ['yadio', 'garbage'],
  ['binance', 'empty'],
  ['criptoYa', 403],
  ['binance', 'bait'],
]

interface Monitors {
  readonly monitors: Readonly<Record<string, { readonly price: number }>>
}

/** Prices in a text of the bot: `Bs. 1.012,50`, or the first figure of a row of a list. Changes are none. */
const pricesIn = (text: string): number[] =>
  [...text.matchAll(/(?:Bs\.\s|^\S.*?\s+)([\d.]+,\d\d)(?!\s%)/gm)].map(([, price = '']) =>
    Number(price.replaceAll('.', '').replace(',', '.')),
  )

const isNear = (price: number, other: number): boolean => Math.abs(price / other - 1) <= TOLERANCE

const file = join(useFolder(), 'sources.json')
const { pages } = JSON.parse(readFileSync(SHIPPED, 'utf8'))
for (const page of Object.values<{ every?: string }>(pages)) if (page.every) page.every = '1s'
writeFileSync(file, JSON.stringify({ pages }))
const world = await forFile(startWithToken({ SOURCES_FILE: file }))

describe('the shipped sources, collected every second', () => {
  const prices = { usd: 812.5, eur: 903.25, paralelo: 960, buy: 981, sell: 975 }
  /** Everything that an honest source said, from the start on. */
  const said: number[] = []
  const dollars: number[] = []
  const parallels: number[] = []
  /** Of any official and parallel price: a mean is made once a minute, while both move. */
  let means: number[] = []

  beforeAll(async () => {
    move()
    for (const name of ['cny', 'try', 'rub'] as const) said.push(world.internet.price(name))
    await world.program.address('Bot')
  })

  function move(): void {
    for (const name of ['usd', 'eur', 'paralelo', 'buy', 'sell'] as const)
      prices[name] = Number((prices[name] * STEP).toFixed(2))
    world.internet.set(prices)
    said.push(...Object.values(prices), usdt())
    dollars.push(prices.usd)
    parallels.push(prices.paralelo)
    means = dollars.flatMap((usd) => parallels.map((paralelo) => (usd + paralelo) / 2))
  }

  async function priceOf(page: string, key: string, currency = 'dollar'): Promise<number> {
    const { monitors } = (await world.read(`/${currency}?page=${page}&rounded_price=false`)) as Monitors
    return monitors[key]?.price ?? Number.NaN
  }

  /** The honest rows of each side lie evenly around its price. */
  const usdt = (): number => (prices.buy + prices.sell) / 2

  /** Waits until the rate API has the prices of the moment. */
  const told = (): Promise<void> =>
    until(
      async () => {
        expect(await priceOf('bcv', 'usd')).toBe(prices.usd)
        expect(await priceOf('bcv', 'eur', 'euro')).toBe(prices.eur)
        expect(await priceOf('paralelo', 'usd')).toBe(prices.paralelo)
        expect(isNear(await priceOf('binance', 'usdt'), usdt())).toBe(true)
      },
      { timeout: 30_000, interval: 500 },
    )

  const textsOf = async (place: typeof ANA): Promise<string[]> =>
    (await world.people.messages(place)).flatMap(({ from, text = '' }) => (from?.is_bot ? text : []))

  /** The prices that the chat which follows was told. */
  const heard = async (): Promise<number[]> => (await textsOf(LUIS)).flatMap(pricesIn)

  const wrongOf = (text: string): number[] =>
    pricesIn(text).filter((price) => ![...said, ...means].some((one) => isNear(price, one)))

  it('are fresh, and followed', async () => {
    await told()
    await until(async () => expect(await world.people.ask(ANA, '/tasa')).not.toContain('⚠'), {
      timeout: 30_000,
      interval: 1_000,
    })
    for (const ref of ['bcv.usd', 'paralelo.usd', 'binance.usdt'])
      await world.people.ask(LUIS, `/seguir ${ref}`)
    await until(() => expect(world.program.err()).toMatch(/"monitors":3,.*registered at the rate API/), {
      timeout: REGISTERED_TIMEOUT_MS,
    })
  })

  it.each(DEATHS)('stay fresh and true while %s is %s', async (name, how) => {
    world.internet.mend()
    world.internet.behave(name, how)
    move()
    await told()
    await until(async () => expect(await heard()).toContain(prices.usd), { timeout: 90_000 })
    const rates = await world.people.ask(ANA, '/tasa')
    expect(pricesIn(rates)).toHaveLength(MONITORS)
    expect(wrongOf(rates)).toEqual([])
    expect(wrongOf(await world.people.ask(ANA, '/tasa promedio'))).toEqual([])
    expect(rates).not.toContain('⚠')
  })

  it('are not moved by one that lies', async () => {
    world.internet.mend()
    world.internet.behave('yadio', 'lying')
    move()
    await told()
    expect(wrongOf(await world.people.ask(ANA, '/tasa'))).toEqual([])
  })

  it('keep the last price while all sources of a page are silent', async () => {
    world.internet.mend()
    world.internet.behave('yadio', 'hang')
    world.internet.behave('dolarApiParalelo', 500)
    const last = prices.paralelo
    const asked = world.internet.asked('dolarApiParalelo').length
    move()
    await until(() => expect(world.internet.asked('dolarApiParalelo').length).toBeGreaterThan(asked + 2), {
      timeout: 30_000,
    })
    expect(await priceOf('paralelo', 'usd')).toBe(last)
    expect(wrongOf(await world.people.ask(ANA, '/tasa'))).toEqual([])
  })

  it('never told a follower a wrong price', async () => {
    const texts = await textsOf(LUIS)
    expect(texts.flatMap(wrongOf)).toEqual([])
  })
})
