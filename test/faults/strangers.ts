import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toNotification } from '../../src/api/notification.ts'
import { SPELLINGS } from '../support/inside-addresses.ts'
import { spawnProgram } from '../support/program.ts'
import { quoteOf } from '../support/push.ts'
import { RECORDER_TOKEN, startRecorder } from '../support/recorder.ts'
import { createToken } from '../support/redis.ts'
import { createUpdates } from '../support/updates.ts'
import type { Scenario, Setting } from './scenario.ts'
import { countOthers, serve, times } from './worlds.ts'

/** What the program shares with Telegram, and with the rate API. */
const SECRET = 'a-secret-of-faults'
const READY_OUTSIDE_MAX = 5
const MONITORS = [{ page: 'page_alpha', currency: 'dollar', monitor: 'usd' }]

/** The whole program with a Telegram that sends updates by webhook, and what calls it. */
async function startProgram(setting: Setting, env: Readonly<Record<string, string>> = {}) {
  const telegram = await startRecorder()
  setting.atEnd(() => telegram.stop().catch(() => {})) // may be stopped already
  const program = spawnProgram({
    env: {
      BOT_TOKEN: RECORDER_TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_UPDATES: 'webhook',
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      RATES_WEBHOOK_SECRET: SECRET,
      PUBLIC_URL: 'http://127.0.0.1:1',
      SOURCES_FILE: 'simulated',
      ...env,
    },
  })
  setting.atEnd(() => program.stop())
  return {
    telegram,
    program,
    bot: await program.address('Bot'),
    service: new URL(await program.address('Rate service')).origin,
  }
}

/** Calls with a token; the status and the text of the answer. */
async function ask(url: string, token = '', method = 'GET', body?: unknown) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

export const STRANGERS: readonly Scenario[] = [
  {
    name: 'webhook-inside',
    promise: 'No webhook url that points inside is accepted or called (SSRF)',
    done: 'every spelling of an inner address is registered',
    async run(setting) {
      let reached = 0
      const count = () => {
        reached += 1
      }
      const { port } = new URL(await serve(setting, count, '::'))
      const { program, service } = await startProgram(setting)
      const token = await createToken(program.dataDirectory, 'caller')
      const answers = new Set<string>()
      for (const spelling of SPELLINGS) {
        const body = { url: spelling.replace('PORT', port), token_secret: SECRET, monitors: MONITORS }
        const { status, text } = await ask(`${service}/api/user/set-webhook`, token, 'POST', body)
        answers.add(`${status} ${text}`)
      }
      const [answer = ''] = answers
      const wrong = answers.size - 1 + (answer.startsWith('422') ? 0 : 1)
      return { n: SPELLINGS.length, of: 'spellings', lost: wrong + reached }
    },
  },
  {
    name: 'guessed-tokens',
    promise: 'No guessed API token is accepted; guesses are limited by address',
    done: 'random tokens are tried',
    async run(setting) {
      const { service } = await startProgram(setting)
      const n = setting.size(5_000, 200)
      const paths = ['/api/v1/dollar?page=page_alpha', '/api/user/get-webhook']
      const statuses = await times(n, async (index) => {
        const token = randomBytes(32).toString('base64url')
        return (await ask(`${service}${paths[index % 2]}`, token)).status
      })
      const looked = countOthers(statuses, 429)
      return { n, of: 'guesses', lost: countOthers(statuses, 401, 429) + (looked < n / 2 ? 0 : 1) }
    },
  },
  {
    name: 'anothers-webhook',
    promise: "Another's webhook and an unknown one are answered alike",
    done: 'a foreign token calls every endpoint',
    async run(setting) {
      const { program, service } = await startProgram(setting, { WEBHOOK_ALLOW_PRIVATE: 'true' })
      const user = `${service}/api/user`
      const owner = await createToken(program.dataDirectory, 'owner')
      const stranger = await createToken(program.dataDirectory, 'stranger')
      const url = await serve(setting, (_request, response) => response.end())
      const body = { url, token_secret: SECRET, monitors: MONITORS }
      const made = await ask(`${user}/set-webhook`, owner, 'POST', body)
      const listed = await ask(`${user}/get-webhook`, owner)
      const id = Number(/"id":(\d+)/.exec(listed.text)?.[1])
      const calls = [
        ['GET', 'get-webhook'],
        ['DELETE', 'del-webhook'],
        ['POST', 'test-webhook'],
        ['GET', 'test-webhook'],
        ['DELETE', 'get-webhook'],
      ] as const
      let lost = made.status === 201 && id > 0 ? 0 : 1
      for (const [method, path] of calls) {
        const of = async (other: number): Promise<string> => {
          const { status, text } = await ask(`${user}/${path}?id=${other}`, stranger, method)
          return `${status} ${text.replaceAll(String(other), 'ID')}`
        }
        const [foreign, unknown] = [await of(id), await of(id + 1_000)]
        if (foreign !== unknown || foreign.includes(url)) lost += 1
      }
      if ((await ask(`${user}/get-webhook`, owner)).text !== listed.text) lost += 1
      return { n: calls.length, of: 'endpoints with a foreign token', lost }
    },
  },
  {
    name: 'forged',
    promise: 'No forged notification or Telegram update is accepted',
    done: 'secrets are random, empty, cut, longer or in capitals',
    async run(setting) {
      const { bot, telegram, program } = await startProgram(setting)
      const n = setting.size(10_000, 500)
      const notification = toNotification('forged', Date.now(), [{ number: 1, quote: quoteOf('1') }])
      const forgeries = ['', SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase()]
      const statuses = await times(n, async (index) => {
        const secret = forgeries[index % 5] ?? randomBytes(16).toString('hex')
        if (index % 2 === 0) return createUpdates(() => bot, secret).say(1, '/help')
        return (await ask(`${bot}/webhooks/rates`, secret, 'POST', notification)).status
      })
      const lost = countOthers(statuses, 401, 429) + telegram.called.length
      return { n, of: 'forged calls', lost: lost + (program.child.exitCode === null ? 0 : 1) }
    },
  },
  {
    name: 'secrets',
    promise: 'No secret is in logs, errors or metrics, nor the token inside a URL',
    done: 'every secret is used while calls and Telegram fail and everything is logged',
    async run(setting) {
      const { program, bot, service, telegram } = await startProgram(setting, { LOG_LEVEL: 'trace' })
      const token = await createToken(program.dataDirectory, 'canary')
      const secrets = [SECRET, token, RECORDER_TOKEN, RECORDER_TOKEN.split(':')[1] ?? '']
      const paths = ['/api/v1/dollar?page=nowhere', '/api/user/get-webhook', `/api/v1/dollar?token=${token}`]
      const read = await times(setting.size(300, 50), async (index) => [
        (await ask(`${service}${paths[index % 3]}`, token)).text,
        (await ask(`${bot}/webhooks/rates`, SECRET, 'POST', { no: index })).text,
      ])
      await telegram.stop()
      for (const url of [`${bot}/readyz`, `${bot}/metrics`, `${service}/metrics`])
        read.push([(await ask(url)).text])
      const text = [...read.flat(), program.out(), program.err()].join('\n')
      const lost = secrets.filter((secret) => text.includes(secret)).length
      return { n: text.split('\n').length, of: 'lines of logs, metrics and answers', lost }
    },
  },
  {
    name: 'readyz',
    promise: 'Anonymous calls of /readyz cause at most 5 calls outside and tell no address',
    done: 'it is called again and again',
    async run(setting) {
      const program = spawnProgram()
      setting.atEnd(() => program.stop())
      const [bot, sandbox] = [await program.address('Bot'), await program.address('Web chat')]
      const getMeCalls = async () => (await ask(`${sandbox}/chat/calls`)).text.split('"getMe"').length
      const before = await getMeCalls()
      const n = setting.size(1_000, 200)
      const answers = await times(n, () => ask(`${bot}/readyz`))
      const outside = (await getMeCalls()) - before
      const wrong = answers.filter(({ status, text }) => status !== 200 || /\d+\.\d+\.\d+\.\d+/.test(text))
      return { n, of: 'calls', lost: wrong.length + Math.max(0, outside - READY_OUTSIDE_MAX) }
    },
  },
  {
    name: 'file-modes',
    promise: 'Other users of the machine read nothing: folders 0700, files 0600',
    done: 'all modes are read',
    async run(setting) {
      const { dataDirectory } = (await startProgram(setting)).program
      const found = readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
      const paths = [dataDirectory, ...found.map(({ parentPath, name }) => join(parentPath, name))]
      const open = paths.filter((path) => (statSync(path).mode & 0o077) !== 0)
      return { n: paths.length, of: 'files and folders', lost: open.length }
    },
  },
]
