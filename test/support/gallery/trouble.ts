import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../../src/domain/caracas.ts'
import { spawnProgram } from '../program.ts'
import { createToken } from '../redis.ts'
import { serveSourcePage } from '../source-page.ts'

/** A bot before a rate service of two pages, the second of which has had no new price for a month. */
export async function startTrouble(operators: string) {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-gallery-'))
  const monthAgo = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10)
  const source = await serveSourcePage({ usd: 352.71, now: new Date().toISOString(), eur: 410.2, monthAgo })
  const pageOf = (title: string, key: string, monitor: object) => ({
    title,
    every: '5s',
    stale_after: '36h',
    source: { kind: 'json', url: source.url },
    monitors: { [key]: { price: `/${key}`, ...monitor } },
  })
  const file = join(directory, 'sources.json')
  const usd = { currency: 'dollar', title: 'Dólar oficial', last_update: '/now' }
  const eur = { currency: 'euro', title: 'Euro', last_update: '/monthAgo' }
  const pages = { banco: pageOf('Banco Central', 'usd', usd), mercado: pageOf('Mercado', 'eur', eur) }
  writeFileSync(file, JSON.stringify({ pages }))
  const dataDirectory = join(directory, 'service')
  const env = { ROLES: 'service', SOURCES_FILE: file, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = spawnProgram({ dataDirectory, env })
  const bot = spawnProgram({
    dataDirectory: join(directory, 'bot'),
    env: {
      ROLES: 'bot,push,sandbox',
      RATES_API_URL: await service.address('Rate service'),
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
      await source.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
