import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { forFile } from '../support/folder.ts'
import { spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/metrics.md'), 'utf8')
const ROW = /^\| `(tasa_\w+)` \| (\w+) \|([^|]*)\|/gm
/** Those of the process and of Node, which the page names together. */
const DEFAULTS = /^tasa_(nodejs|process)_/
/** Exposed where updates come by webhook, which this program does not use. */
const BY_WEBHOOK = 'tasa_telegram_updates_received_total'

const documented = new Map(
  [...PAGE.matchAll(ROW)].map(([, name = '', type = '', labels = '']) => [
    name,
    { type, labels: labels.match(/\w+/g) ?? [] },
  ]),
)
const program = await forFile(spawnProgram({ env: { TASA_COMMIT: '1a2b3c4d5e6f' } }))
let text = ''

beforeAll(async () => {
  const addresses = [await program.address('Rate service'), await program.address('Bot')]
  const read = async (address: string): Promise<string> => (await fetch(`${address}/metrics`)).text()
  await until(
    async () => {
      text = (await Promise.all(addresses.map(read))).join('\n')
      expect(text).toContain('tasa_source_price{')
      expect(text).toContain('tasa_collection_age_seconds{')
    },
    { timeout: 30_000 },
  )
})

test('docs/metrics.md lists every metric that the program exposes, with its type, and no other', () => {
  const exposed = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].filter(([, name = '']) => !DEFAULTS.test(name))
  const types = Object.fromEntries(exposed.map(([, name = '', type = '']) => [name, type]))
  const listed = [...documented]
    .filter(([name]) => name !== BY_WEBHOOK)
    .map(([name, { type }]) => [name, type])
  expect(listed.length).toBeGreaterThan(30)
  expect(Object.fromEntries(listed)).toEqual(types)
})

test('each figure has the labels that docs/metrics.md names', () => {
  const samples = [...text.matchAll(/^(tasa_\w+?)(?:_bucket|_sum|_count)?\{(.*)\} \S+$/gm)]
  const differing = samples.flatMap(([line, name = '', labels = '']) => {
    if (DEFAULTS.test(name)) return []
    const given = [...labels.matchAll(/(\w+)="/g)]
      .map(([, label = '']) => label)
      .filter((label) => label !== 'le')
    return given.toSorted().join() === documented.get(name)?.labels.toSorted().join() ? [] : [line]
  })
  expect(samples.length).toBeGreaterThan(30)
  expect(differing).toEqual([])
})

test('all that the board and the alerts ask for is there before anything happened', () => {
  const ops = (file: string): string => readFileSync(join(import.meta.dirname, '../../ops', file), 'utf8')
  const asked = new Set((ops('alerts.yaml') + ops('grafana.json')).match(/\btasa_\w+/g))
  expect(asked.size).toBeGreaterThan(25)
  expect([...asked].filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(text))).toEqual([])
  expect(text).toContain('tasa_pushes_total{outcome="pause"} 0')
  expect(text).toContain('tasa_bot_update_seconds_count{kind="message"} 0')
  expect(text).toMatch(/^tasa_source_left_out_total\{page="page_alpha",source=".+",reason="outlier"\} 0$/m)
})

test('the metrics of both ports say which version and commit runs', () => {
  const lines = text.match(/^tasa_build_info\{.*$/gm)
  const line = `tasa_build_info{version="${manifest.version}",commit="1a2b3c4d"} 1`
  expect(lines).toEqual([line, line])
})

test('Redis tells how much memory it uses, of how much', () => {
  const figure = (name: string): number => Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1])
  expect(figure('tasa_redis_memory_bytes')).toBeGreaterThan(500_000)
  expect(figure('tasa_redis_memory_limit_bytes')).toBeGreaterThan(figure('tasa_redis_memory_bytes'))
})
