import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, createPeople, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { serveSourcePage } from '../support/source-page.ts'

describe('a price on a source page', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-sources-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let program: Program

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
    const asked = await people.say(ANA, '/follow usd')
    await people.heard(ANA, asked, 1)
    const before = (await people.messages(LUIS)).at(-1)?.message_id ?? 0
    page.set({ price: 801.12, date: '2026-11-23' })
    const [, push] = await people.heard(ANA, asked, 2)
    expect(push).toContain('801,12')
    const reads = page.reads()
    await expect.poll(page.reads, { timeout: 10_000 }).toBeGreaterThan(reads + 2)
    expect(await people.heard(ANA, asked, 2)).toHaveLength(2)
    expect(await people.heard(LUIS, before, 0)).toEqual([])
  })
})
