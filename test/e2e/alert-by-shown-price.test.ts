import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toNotification } from '../../src/api/notification.ts'
import { canary } from '../support/canary.ts'
import { ANA, createPeople, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { quoteOf } from '../support/push.ts'
import { serveSourcePage } from '../support/source-page.ts'

const SECRET = canary('rates_webhook')
const DATE = '2026-11-20'
const SOON = { timeout: 30_000, interval: 50 }
const NOTHING_LISTENS = 'http://127.0.0.1:9/webhooks/rates'

describe('an alert on a gap, where notifications get lost', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-shown-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let program: Program

  beforeAll(async () => {
    page = await serveSourcePage({ usd: 100, parallel: 110, date: DATE })
    const monitors = {
      usd: { currency: 'dollar', title: 'Oficial', price: '/usd', last_update: '/date' },
      par: { currency: 'dollar', title: 'Paralelo', price: '/parallel', last_update: '/date' },
    }
    const source = { kind: 'json', url: page.url }
    const banco = { title: 'Banco', every: '1s', stale_after: '10000d', max_jump: 90, source, monitors }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages: { banco } }))
    program = spawnProgram({
      env: { SOURCES_FILE: file, RATES_WEBHOOK_URL: NOTHING_LISTENS, RATES_WEBHOOK_SECRET: SECRET },
    })
  })
  afterAll(async () => {
    await program.stop()
    await page.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Tells the bot of the official price alone. */
  async function notify(price: string): Promise<number> {
    const quote = quoteOf(price, {
      monitor: { page: 'banco', currency: 'dollar', key: 'usd' },
      title: 'Oficial',
      lastUpdate: Date.now(),
    })
    const answer = await request(`${await program.address('Bot')}/webhooks/rates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify(toNotification(`shown-${price}`, Date.now(), [{ number: 1, quote }])),
    })
    await answer.body.dump()
    return answer.statusCode
  }

  it('does not trigger by a change before the price that was shown, and triggers by the next one', async () => {
    const people = createPeople(await program.address('Web chat'))
    await people.ask(LUIS, '/alertas brecha usd par < 5')
    await people.ask(ANA, '/start')
    await expect.poll(() => people.ask(ANA, '/brecha usd par'), SOON).toContain('10,00')
    await expect.poll(() => program.err(), SOON).toContain('missed prices found')
    page.set({ usd: 100, parallel: 130, date: DATE })
    await expect.poll(() => people.ask(ANA, '/brecha usd par'), SOON).toContain('30,00')
    const asked = await people.say(ANA, '/alertas brecha usd par < 20')
    await people.heard(ANA, asked)
    expect(await notify('100.1')).toBe(200)
    expect(await notify('112')).toBe(200)
    const [, push = ''] = await people.heard(ANA, asked, 2)
    expect(push).toContain('16,07')
    expect(push).not.toContain('9,89')
  })
})
