import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { spawnProgram } from '../../support/program.ts'
import { serveSourcePage } from '../../support/source-page.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { createReader, wait } from '../worlds.ts'

const MIB = 1024 * 1024
const P99_MS_MAX = 250
const SOON_MS_MAX = 60_000
const DEEP = '<div>'.repeat((195 * 1024) / 5)
const BOMB = gzipSync('<div>'.repeat((2 * MIB) / 5))

async function serve(setting: Setting, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  setting.atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Pages that are nested thousands of levels deep, or grow to 2 MiB when they are unpacked, every second. */
async function collectHostilePages(setting: Setting): Promise<Survived> {
  const good = await serveSourcePage({ price: 800, date: '2026-11-20' })
  setting.atEnd(good.close)
  const html = (url: string) => ({
    every: '1s',
    source: { kind: 'html', url },
    monitors: { eur: { currency: 'euro', price: 'b' } },
  })
  const pages = {
    buena: {
      every: '1s',
      source: { kind: 'json', url: good.url },
      monitors: { usd: { currency: 'dollar', price: '/price' } },
    },
    honda: html(await serve(setting, (_request, response) => response.end(DEEP))),
    bomba: html(
      await serve(setting, (_request, response) => response.setHeader('content-encoding', 'gzip').end(BOMB)),
    ),
  }
  const directory = mkdtempSync(join(tmpdir(), 'tasa-hostile-'))
  setting.atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'sources.json')
  writeFileSync(file, JSON.stringify({ pages }))
  const program = spawnProgram({ env: { SOURCES_FILE: file } })
  setting.atEnd(() => program.stop())
  const service = await program.address('Rate service')
  await wait(
    'both are refused',
    () => /"honda"/.test(program.err()) && /"bomba"/.test(program.err()),
    SOON_MS_MAX,
  )
  const read = await createReader(program)
  const times: number[] = []
  let lost = 0
  let price = 800
  const until = performance.now() + setting.size(15_000, 3_000)
  for (let call = 0; performance.now() < until; call++) {
    const startedAt = performance.now()
    if ((await fetch(`${service}/healthz`)).status !== 200) lost += 1
    times.push(performance.now() - startedAt)
    if (call % 100 === 0) {
      price += 1
      good.set({ price, date: '2026-11-20' })
    }
    await sleep(10)
  }
  const isThere = async (): Promise<boolean> => (await read('buena')).price === price
  await wait('the other page goes on', isThere, SOON_MS_MAX, 500)
  times.sort((a, b) => a - b)
  return {
    n: times.length,
    of: 'calls of /healthz',
    lost,
    delay: {
      of: 'p99 of them',
      ms: times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY,
      msMax: P99_MS_MAX,
    },
  }
}

export const HOSTILE_PAGES: readonly Scenario[] = [
  {
    name: 'hostile-pages',
    promise: 'A hostile page is ended at its deadline off the event loop; everything else is unharmed',
    done: '39,000 levels, and 2 MiB once unpacked',
    run: collectHostilePages,
  },
]
