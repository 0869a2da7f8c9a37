import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnProgram } from '../program.ts'
import { createToken } from '../redis.ts'
import { serveSourcePage } from '../source-page.ts'

const DAY_MS = 24 * 3_600_000
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A bot before a rate service of two pages, the second of which has had no new price for a month. */
export async function startTrouble(operators: string) {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-gallery-'))
  const pages = [
    await serveSourcePage({ price: 352.71, date: new Date().toISOString() }),
    await serveSourcePage({ price: 410.2, date: isoDay(Date.now() - 30 * DAY_MS) }),
  ]
  const monitors = { price: '/price', last_update: '/date' }
  const pageOf = (title: string, at: number, key: string, monitor: object) => ({
    title,
    every: '5s',
    stale_after: '36h',
    source: { kind: 'json', url: pages[at]?.url },
    monitors: { [key]: { ...monitors, ...monitor } },
  })
  const file = join(directory, 'sources.json')
  const sources = {
    banco: pageOf('Banco Central', 0, 'usd', { currency: 'dollar', title: 'Dólar oficial' }),
    mercado: pageOf('Mercado', 1, 'eur', { currency: 'euro', title: 'Euro' }),
  }
  writeFileSync(file, JSON.stringify({ pages: sources }))

  const dataDirectory = join(directory, 'service')
  const env = { ROLES: 'service', SOURCES_FILE: file, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = spawnProgram({ dataDirectory, env })
  const ratesUrl = await service.address('Rate service')
  const bot = spawnProgram({
    dataDirectory: join(directory, 'bot'),
    env: {
      ROLES: 'bot,push,sandbox',
      RATES_API_URL: ratesUrl,
      RATES_API_TOKEN: await createToken(dataDirectory, 'gallery'),
      RATES_PAGES: 'banco,mercado',
      ADMIN_CHAT_IDS: operators,
    },
  })
  return {
    webChat: await bot.address('Web chat'),
    /** The rate service takes connections from now on, and answers none. */
    silence: (): boolean => service.child.kill('SIGSTOP'),
    async stop(): Promise<void> {
      service.child.kill('SIGCONT')
      await Promise.all([bot.stop(), service.stop()])
      await Promise.all(pages.map((page) => page.close()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
