import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { parseConfig } from '../../../src/runtime/config.ts'
import { ENVIRONMENT } from '../../../src/runtime/environment.ts'
import { EX_CONFIG } from '../../../src/runtime/log.ts'
import { read } from '../project.ts'

const [dockerfile, compose] = [read('Dockerfile'), read('compose.yaml')]
const UNITS = ['ops/systemd/tasa.service', 'ops/systemd/tasa@.service']

const OURS = Object.keys(ENVIRONMENT.shape)
/** Variables of Node, of systemd's files and of Grafana. */
const OTHERS = [
  'VERSION',
  'COMMIT',
  'TASA_COMMIT',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'GF_SECURITY_ADMIN_PASSWORD',
  'GRAFANA_PASSWORD',
]
/** Of the Redis of compose.yaml. */
const OF_REDIS = ['REDIS_MAXMEMORY', 'REDIS_MEM_LIMIT']
const NAME = /\b[A-Z][A-Z]+(?:_[A-Z]+)*(?=[:=])/g

const unknownIn = (names: readonly string[]): string[] => {
  expect(names.length).toBeGreaterThan(2)
  return names.filter((name) => ![...OURS, ...OTHERS, ...OF_REDIS].includes(name))
}

const flagsIn = (text: string): string[] => text.match(/--[a-z-]+=?\d*(?=[ ",])/g) ?? []
const FLAGS = flagsIn(manifest.scripts.start)

describe('the image and the units', () => {
  test('start the program with the flags of npm start', () => {
    expect(FLAGS.length).toBeGreaterThan(2)
    // The modules are compiled with those flags too, as Node keeps what it compiled for each set of them.
    const starts = [/^ENTRYPOINT .*$/m, /^RUN node [\s\S]*?warm\.mjs/m].map(
      (line) => line.exec(dockerfile)?.[0],
    )
    for (const unit of UNITS) starts.push(/^ExecStart=.*$/m.exec(read(unit))?.[0])
    for (const start of starts) expect(flagsIn(start ?? '')).toEqual(FLAGS)
  })

  test('compile the modules of the image as the user who runs it, as Node keeps them by user', () => {
    expect(dockerfile).toMatch(/^USER node$[\s\S]*^RUN node [\s\S]*?warm\.mjs$/m)
  })

  test.each(UNITS)('%s is not started again with a wrong configuration or a refused token', (file) => {
    expect(read(file)).toContain(`\nRestartPreventExitStatus=${EX_CONFIG}\n`)
  })

  test('end a backup that hangs, which would keep off all later ones, and start none before the program', () => {
    const unit = read('ops/systemd/tasa-backup.service')
    expect(unit).toMatch(/^TimeoutStartSec=1h$/m)
    expect(unit).toMatch(/^After=.*\btasa\.service\b/m)
  })

  test.each(['Dockerfile', ...UNITS])('%s sets variables that the program knows', (file) => {
    const lines = read(file).match(/^(?:ENV|Environment=)[\s\S]*?[^\\]$/gm) ?? []
    const set = lines.flatMap((line) => line.replace('Environment=', '').match(NAME) ?? [])
    expect(unknownIn(set)).toEqual([])
  })

  test('are given every file that the Dockerfile copies from here', () => {
    const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    const copied = copies.flatMap(([, files = '']) => files.split(' '))
    const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file]) => file)
    expect([...new Set(copied)].toSorted()).toEqual(sent.toSorted())
  })
})

const services = compose.split(/^services:$/m)[1]?.split(/^volumes:$/m)[0] ?? ''
const [, ...named] = services.split(/^ {2}([a-z-]+):$/m)
const bodies = new Map(named.flatMap((name, at) => (at % 2 === 0 ? [[name, named[at + 1] ?? '']] : [])))
const bounds = /^x-bounded: &bounded$[\s\S]*?^$/m.exec(compose)?.[0]

test('compose.yaml bounds the memory and processes of every service, and takes its capabilities', () => {
  expect(bodies.size).toBeGreaterThan(8)
  for (const line of ['mem_limit: ', 'pids_limit: ', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    expect(bounds).toContain(line)
  expect(compose).toMatch(/^x-tasa: &tasa\n {2}<<: \*bounded\n[\s\S]*^x-push: &push\n {2}<<: \*tasa\n/m)
  const unbounded = [...bodies].filter(([, body]) => !/^\n {4}<<: \*(?:bounded|tasa|push)\n/.test(body))
  expect(unbounded).toEqual([])
})

test('compose.yaml ends a backup that hangs, and tries again before a day where one failed', () => {
  expect(bodies.get('backup')).toMatch(/timeout \S* ?1h \S*backup-daily\.sh \S+ && sleep 1d \|\| sleep 15m/)
})

test('compose.yaml sets variables that the program knows, and takes from .env those that it names', () => {
  const set = compose.match(/^ +[A-Z][A-Z_]+(?=:)|(?<=\$\{)[A-Z_]+/gm)?.map((name) => name.trim()) ?? []
  expect(unknownIn(set)).toEqual([])
})

test('compose.yaml gives an unset variable the default of the program', () => {
  const defaults = new Map(
    Object.entries(ENVIRONMENT.shape).map(([name, schema]) => [name, String(schema.parse(undefined) ?? '')]),
  )
  const given = [...compose.matchAll(/\$\{([A-Z_]+):-([^}]+)\}/g)]
  const differs = given.flatMap(([, name = '', value]) => (defaults.get(name) === value ? [] : [name]))
  expect(new Set(differs)).toEqual(new Set(['SOURCES_FILE', 'RATES_PAGES', 'GRAFANA_PASSWORD', ...OF_REDIS]))
})

test('compose.yaml lets webhooks reach the receiver of push inside, and nothing else', () => {
  const [receiver] = /(?<=RATES_WEBHOOK_URL: ).+/.exec(compose) ?? []
  const allowed = compose.match(/(?<=WEBHOOK_ALLOW_PRIVATE: ).+/g)
  expect([receiver, allowed]).toEqual([expect.stringMatching(/^http:\/\/push:/), [receiver]])
})

test('compose.yaml starts a Redis that loses nothing it acknowledged, on a volume', () => {
  expect(compose).toMatch(/redis-server --appendonly yes --appendfsync always --maxmemory-policy noeviction/)
  expect(compose).toContain('volumes: ["redis:/data"]')
})

const recipe = read('docs/operations.md').split('### One service for each role')[1]?.split(/^## /m)[0] ?? ''
const shared = /^BOT_TOKEN=[\s\S]*?(?=```)/m.exec(recipe)?.[0] ?? ''
const files = recipe.matchAll(/^printf '(.+)' > \/etc\/tasa\/(\w+)\.env$/gm)
const SECRETS = {
  BOT_TOKEN: `1:${'A'.repeat(35)}`,
  RATES_API_TOKEN: 'token',
  RATES_WEBHOOK_SECRET: 'a-secret',
}
const configOf = (text: string) =>
  parseConfig({ ...parseEnv(shared), ...SECRETS, ...parseEnv(text.replaceAll('\\n', '\n')) })
const configs = new Map([...files].map(([, text = '', role = '']) => [role, configOf(text)]))

test('docs/operations.md has a file for each role, with real prices and their pages', () => {
  expect([...configs.keys()]).toEqual(['service', 'bot', 'push'])
  for (const [role, config] of configs)
    expect(config).toMatchObject({
      ROLES: new Set([role]),
      SOURCES_FILE: 'venezuela',
      RATES_PAGES: ['bcv', 'paralelo', 'binance', 'promedio'],
    })
})

test('one service for each role lets webhooks reach the receiver of push inside, and nothing else', () => {
  const url = configs.get('push')?.RATES_WEBHOOK_URL
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect(configs.get('service')?.WEBHOOK_ALLOW_PRIVATE).toEqual([url])
})
