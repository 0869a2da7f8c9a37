import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../src/domain/caracas.ts'
import { ANA } from '../support/people.ts'
import { startWithToken } from '../support/real-sources.ts'
import { until } from '../support/until.ts'

const SHIPPED = new URL('../../src/service/sources/shipped/venezuela.json', import.meta.url)
/** A busy machine may miss a collection. */
const PATIENT = { timeout: 90_000, interval: 500 }

interface Monitors {
  readonly monitors: { readonly usd: { readonly price: number; readonly sources: readonly string[] } }
}
interface Changes {
  readonly daily: readonly { readonly price: number }[]
}

/** The shipped pages of the official and the parallel rate, and one where DolarApi counts as a source of its own. */
function pagesOfTest(): object {
  const { bcv, paralelo } = JSON.parse(readFileSync(SHIPPED, 'utf8')).pages
  const usd = { ...paralelo.monitors.usd, stands_still_after: '10s', history: undefined }
  bcv.sources[0].timeout = '15s' // no answer within 12 s: what the others say is stored meanwhile
  paralelo.sources = paralelo.sources.filter(({ monitors }: { monitors: object }) => 'usd' in monitors)
  const sources = paralelo.sources.map(({ echo_of: _, ...source }: { echo_of?: string }) => source)
  const { aliases: _, stands_still_after: __, past: ___, ...beside } = usd
  return {
    bcv: { ...bcv, every: '1s' },
    paralelo: { ...paralelo, every: '1s', monitors: { usd } },
    calle: { ...paralelo, title: 'Calle', every: '1s', sources, monitors: { usd: beside } },
  }
}

describe('sources that stand still, and a bank that is slow', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-still-'))
  const day = dayOf(Date.now())
  let world: Awaited<ReturnType<typeof startWithToken>>

  beforeAll(async () => {
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages: pagesOfTest() }))
    world = await startWithToken({ SOURCES_FILE: file, ADMIN_CHAT_IDS: String(ANA.chat) })
    world.internet.setDay(day)
    world.internet.set({ usd: 493.3765, eur: 575, paralelo: 960 })
    await world.program.address('Bot')
    await world.people.insist(ANA, '/tasa', /960/)
  })
  afterAll(async () => {
    await world.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function read(page: string) {
    const { monitors } = (await world.read(`/dollar?page=${page}&rounded_price=false`)) as Monitors
    return { price: monitors.usd.price, sources: monitors.usd.sources }
  }

  /** Every price that a page told for the day of the test. */
  async function updatesOf(page: string): Promise<number[]> {
    const { daily } = (await world.read(
      `/dollar/changes?page=${page}&monitor=usd&date=${day}&rounded_price=false`,
    )) as Changes
    return daily.map(({ price }) => price)
  }

  it('a price with a new stamp each second is stale once it has not changed for stands_still_after', async () => {
    await until(async () => {
      expect(await world.people.ask(ANA, '/tasa paralelo.usd')).toContain('sin actualizar')
    }, PATIENT)
    expect(await world.people.ask(ANA, '/tasa calle.usd')).not.toContain('sin actualizar')
  })

  it('its source gives way to an independent one that moves, and /health names it', async () => {
    expect(await read('calle')).toEqual({ price: 960, sources: ['Yadio'] })
    world.internet.set({ paralelo: 975 }, 'dolarApiParalelo')
    await until(async () => {
      expect(await read('calle')).toEqual({ price: 975, sources: ['DolarApi'] })
    }, PATIENT)
    expect(world.program.err()).toContain('"leftOut":["Yadio usd: still (960)"]')
    expect(await world.people.ask(ANA, '/health')).toMatch(/Fuente detenida.*\n· Yadio: Dólar paralelo/)
  })

  it('a restart with a slow bank tells no price that a stand-in did not correct, nor the one that stood still', async () => {
    const { internet, restart } = world
    await restart(() => {
      internet.behave('bcv', 'hang')
      for (const source of ['bcvToday', 'dolarVzla', 'dolarApi'] as const)
        internet.set({ usd: 494.1116 }, source)
    })
    await until(() => {
      expect(world.program.err()).toMatch(/"page":"bcv".*"failed":\["BCV: /)
    }, PATIENT)
    expect(await read('bcv')).toEqual({ price: 493.3765, sources: ['BCV'] })
    const asked = internet.asked('bcv').length
    internet.mend()
    internet.set({ paralelo: 975 }, 'dolarApiParalelo')
    await until(() => expect(internet.asked('bcv').length).toBeGreaterThan(asked + 1), PATIENT)
    for (const [page, price] of [
      ['bcv', 493.3765],
      ['calle', 975],
    ] as const) {
      expect((await read(page)).price).toBe(price)
    }
    expect(new Set(await updatesOf('bcv'))).toEqual(new Set([493.3765]))
    expect((await updatesOf('calle')).join()).not.toMatch(/975.*960/)
  })

  it('leads again and is fresh once it moves', async () => {
    world.internet.set({ paralelo: 980 }, 'yadio')
    await until(async () => {
      expect(await read('calle')).toEqual({ price: 980, sources: ['Yadio'] })
      expect(await read('paralelo')).toEqual({ price: 980, sources: ['Yadio'] })
    }, PATIENT)
  })
})
