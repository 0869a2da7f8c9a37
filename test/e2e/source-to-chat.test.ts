import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onThisMachine } from '../support/machine.ts'
import { usePage } from '../support/pages.ts'
import { ANA, createPeople, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { serveSourcePage } from '../support/source-page.ts'

const HEALTH_MS_MAX = 250

const htmlPage = (url: string) => ({
  every: '1s',
  source: { kind: 'html', url },
  monitors: { eur: { currency: 'euro', price: 'b' } },
})

/** Asks again and again until it is told to stop; the times of the answers (ms), in order of length. */
async function measure(url: string, isDone: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isDone()) {
    const before = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - before)
    await sleep(10)
  }
  return times.sort((a, b) => a - b)
}

describe('a price on a source page', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-sources-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let program: Program
  const nested = usePage()
  const bomb = usePage()

  beforeAll(async () => {
    page = await serveSourcePage({ price: 798.45, date: '2026-11-20' })
    const sources = {
      pages: {
        banco: {
          title: 'Banco',
          every: '1s',
          stale_after: '10000d',
          source: { kind: 'json', url: page.url },
          monitors: {
            usd: { currency: 'dollar', title: 'Dólar oficial', price: '/price', last_update: '/date' },
          },
        },
        anidada: htmlPage(nested.url()),
        bomba: htmlPage(bomb.url()),
      },
    }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify(sources))
    program = spawnProgram({ env: { SOURCES_FILE: file } })
  })
  afterAll(async () => {
    await program.stop()
    await page.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('reaches the chats that follow it, once, and is not called simulated', async () => {
    const people = createPeople(await program.address('Web chat'))
    await people.ask(ANA, '/start')
    await people.ask(LUIS, '/start')
    expect(await people.ask(LUIS, '/rate usd')).not.toMatch(/simulad/i)
    const asked = await people.insist(ANA, '/follow usd', /te aviso cuando cambie/)
    const before = (await people.messages(LUIS)).at(-1)?.message_id ?? 0
    page.set({ price: 801.12, date: '2026-11-23' })
    const [push] = await people.heard(ANA, asked)
    expect(push).toContain('801,12')
    const reads = page.reads()
    await expect.poll(page.reads, { timeout: 30_000 }).toBeGreaterThan(reads + 2)
    expect(await people.heard(ANA, asked)).toHaveLength(1)
    expect(await people.heard(LUIS, before, 0)).toEqual([])
  })

  it('reaches them while other pages are hostile, whose requests are ended', async () => {
    const people = createPeople(await program.address('Web chat'))
    nested.answer((_request, response) => response.end('<div>'.repeat((195 * 1024) / 5)))
    const packed = gzipSync('<div>'.repeat((2 * 1024 * 1024) / 5))
    bomb.answer((_request, response) => response.setHeader('content-encoding', 'gzip').end(packed))
    const isEnded = (name: string): boolean =>
      new RegExp(`"page":"${name}".*cannot be parsed: it took too long`).test(program.err())
    let isOver = false
    const health = ['Rate service', 'Bot'] as const
    const measured = health.map(async (part) =>
      measure(`${await program.address(part)}/healthz`, () => isOver),
    )
    const before = (await people.messages(ANA)).at(-1)?.message_id ?? 0
    const reads = page.reads()
    page.set({ price: 805.5, date: '2026-11-24' })
    expect((await people.heard(ANA, before, 1)).join()).toContain('805,5')
    expect(await people.ask(LUIS, '/rate usd')).toContain('805,5')
    await expect.poll(() => ['anidada', 'bomba'].every(isEnded), { timeout: 30_000 }).toBe(true)
    expect(page.reads()).toBeGreaterThan(reads + 3)
    isOver = true
    for (const times of await Promise.all(measured)) {
      expect(times.length).toBeGreaterThan(50)
      expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(await onThisMachine(HEALTH_MS_MAX))
    }
  })
})
