import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ANA, createPeople } from '../test/support/people.ts'
import { spawnProgram } from '../test/support/program.ts'
import { type Figure, percentile } from './figure.ts'

const SAMPLES = 25
const CHANGE_EVERY_MS = 1_700
const FOLLOWED = /^Listo: te aviso/

/** A page whose price was first answered at a known moment, which is no later than the service saw it. */
async function serveMovingPage() {
  const answeredAt = new Map<string, number>()
  let price = 800
  const server = createServer((_request, response) => {
    const text = price.toFixed(2).replace('.', ',')
    if (!answeredAt.has(text)) answeredAt.set(text, performance.now())
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ price, date: '2026-11-20' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    answeredAt,
    move: (): void => {
      price = Math.round((price + 0.01) * 100) / 100
    },
    url: (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: (): void => void server.close(),
  }
}

/** From the answer of the source page to the message in the chat, through the real program: p50 and p99 (ms). */
export async function benchPriceToChat(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-bench-'))
  const page = await serveMovingPage()
  const file = join(directory, 'sources.json')
  const monitors = { usd: { currency: 'dollar', title: 'Dólar', price: '/price', last_update: '/date' } }
  const source = { kind: 'json', url: page.url() }
  writeFileSync(
    file,
    JSON.stringify({
      pages: { banco: { title: 'Banco', every: '1s', stale_after: '10000d', source, monitors } },
    }),
  )
  const program = spawnProgram({ env: { SOURCES_FILE: file } })
  try {
    const sandbox = await program.address('Web chat')
    await follow(sandbox)
    const samples = await collect(sandbox, page)
    return [0.5, 0.99].map((share) => ({
      name: `price seen → sendMessage, p${share * 100}`,
      unit: 'ms',
      ours: percentile(samples, share),
    }))
  } finally {
    await program.stop()
    page.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function follow(sandbox: string): Promise<void> {
  const people = createPeople(sandbox)
  await people.ask(ANA, '/start')
  await people.insist(ANA, '/seguir usd', FOLLOWED)
}

async function collect(
  sandbox: string,
  page: Awaited<ReturnType<typeof serveMovingPage>>,
): Promise<number[]> {
  const samples: number[] = []
  const stopped = new AbortController()
  const listening = listen(sandbox, stopped.signal, (text) => {
    for (const [price, at] of page.answeredAt) {
      if (!text.includes(`Bs.\u00a0${price}`)) continue
      page.answeredAt.delete(price)
      samples.push(performance.now() - at)
    }
  })
  while (samples.length < SAMPLES) {
    page.move()
    await sleep(CHANGE_EVERY_MS)
  }
  stopped.abort()
  await listening
  return samples
}

/** Hears what appears in the web chat, as the page itself does. */
async function listen(sandbox: string, signal: AbortSignal, hear: (text: string) => void): Promise<void> {
  const response = await fetch(`${sandbox}/chat/events?user=${ANA.user}`, { signal })
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) hear(decoder.decode(chunk, { stream: true }))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
