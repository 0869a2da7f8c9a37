import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { parseConfig } from '../../../src/runtime/config.ts'
import { variables } from '../../../src/runtime/help.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const [dockerfile, compose] = [read('Dockerfile'), read('compose.yaml')]
const UNITS = ['ops/systemd/tasa.service', 'ops/systemd/tasa@.service']

const OURS = variables.map(({ name }) => name)
/** Variables of Node, of systemd's files and of Grafana. */
const OTHERS = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'GF_SECURITY_ADMIN_PASSWORD', 'GRAFANA_PASSWORD']
const NAME = /\b[A-Z][A-Z]+(?:_[A-Z]+)*(?=[:=])/g

const flagsIn = (text: string): string[] => text.match(/--[a-z-]+=?\d*(?=[ ",])/g) ?? []
const FLAGS = flagsIn(manifest.scripts.start)

describe('the image and the units', () => {
  test('start the program with the flags of npm start', () => {
    const entrypoint = /^ENTRYPOINT .*$/m.exec(dockerfile)?.[0] ?? ''
    expect(FLAGS.length).toBeGreaterThan(2)
    expect(flagsIn(entrypoint)).toEqual(FLAGS)
    for (const unit of UNITS) expect(flagsIn(/^ExecStart=.*$/m.exec(read(unit))?.[0] ?? '')).toEqual(FLAGS)
  })

  test('compile the modules with those flags too, as Node keeps what it compiled for each set of them', () => {
    const warming = /^RUN node ([\s\S]*?)warm\.mjs/m.exec(dockerfile)?.[1] ?? ''
    expect(flagsIn(warming)).toEqual(FLAGS)
  })

  test.each(['Dockerfile', ...UNITS])('%s sets variables that the program knows', (file) => {
    const lines = read(file).match(/^(?:ENV|Environment=)[\s\S]*?[^\\]$/gm) ?? []
    const set = lines.flatMap((line) => line.replace('Environment=', '').match(NAME) ?? [])
    expect(set.length).toBeGreaterThan(2)
    expect(set.filter((name) => ![...OURS, ...OTHERS].includes(name))).toEqual([])
  })

  test('are given every file that the Dockerfile copies from here', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, files]) => files?.split(' ') ?? [],
    )
    const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file]) => file)
    expect([...new Set(copied)].toSorted()).toEqual(sent.toSorted())
  })
})

describe('compose.yaml', () => {
  test('sets variables that the program knows, and takes from .env those that it names', () => {
    const set = compose.match(/^ +[A-Z][A-Z_]+(?=:)|(?<=\$\{)[A-Z_]+/gm)?.map((name) => name.trim()) ?? []
    expect(set.length).toBeGreaterThan(10)
    expect(set.filter((name) => ![...OURS, ...OTHERS].includes(name))).toEqual([])
  })

  test('gives an unset variable the default of the program', () => {
    const defaults = new Map(variables.map(({ name, fallback }) => [name, fallback]))
    const given = [...compose.matchAll(/\$\{([A-Z_]+):-([^}]+)\}/g)].map(([, name = '', value]) => [
      name,
      value,
    ])
    const differs = given.filter(([name = '', value]) => defaults.get(name) !== value).map(([name]) => name)
    expect([...new Set(differs)]).toEqual(['SOURCES_FILE', 'RATES_PAGES', 'GRAFANA_PASSWORD'])
  })

  test('lets webhooks reach the receiver of push inside, and nothing else', () => {
    const [receiver] = /(?<=RATES_WEBHOOK_URL: ).+/.exec(compose) ?? []
    const allowed = compose.match(/(?<=WEBHOOK_ALLOW_PRIVATE: ).+/g)
    expect([receiver, allowed]).toEqual([expect.stringMatching(/^http:\/\/push:/), [receiver]])
  })

  test('starts a Redis that loses nothing it acknowledged, on a volume', () => {
    expect(compose).toMatch(
      /redis-server --appendonly yes --appendfsync always --maxmemory-policy noeviction/,
    )
    expect(compose).toContain('volumes: ["redis:/data"]')
  })
})

describe('one service for each role, as docs/operations.md has it', () => {
  const recipe = read('docs/operations.md').split('### One service for each role')[1]?.split(/^## /m)[0] ?? ''
  const shared = /^BOT_TOKEN=[\s\S]*?(?=```)/m.exec(recipe)?.[0] ?? ''
  const files = [...recipe.matchAll(/^printf '(.+)' > \/etc\/tasa\/(\w+)\.env$/gm)].map(
    ([, text = '', role = '']) => ({
      role,
      text: text.replaceAll('\\n', '\n'),
    }),
  )
  const SECRETS = {
    BOT_TOKEN: `1:${'A'.repeat(35)}`,
    RATES_API_TOKEN: 'token',
    RATES_WEBHOOK_SECRET: 'a-secret',
  }

  test('has a file for each', () => {
    expect(files.map(({ role }) => role)).toEqual(['service', 'bot', 'push'])
  })

  test.each(files)(
    'is read by $role without a problem, with real prices and their pages',
    ({ role, text }) => {
      const config = parseConfig({ ...parseEnv(shared), ...SECRETS, ...parseEnv(text) })
      expect(config.ROLES).toEqual(new Set([role]))
      expect(config.SOURCES_FILE).toBe('venezuela')
      expect(config.RATES_PAGES).toEqual(['bcv', 'paralelo', 'binance', 'promedio'])
    },
  )

  test('lets webhooks reach the receiver of push inside, and nothing else', () => {
    const [service, , push] = files.map(({ text }) =>
      parseConfig({ ...parseEnv(shared), ...SECRETS, ...parseEnv(text) }),
    )
    expect(push?.RATES_WEBHOOK_URL).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(service?.WEBHOOK_ALLOW_PRIVATE).toEqual([push?.RATES_WEBHOOK_URL])
  })
})
