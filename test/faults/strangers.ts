import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { toNotification } from '../../src/api/notification.ts'
import { SPELLINGS } from '../support/inside-addresses.ts'
import { spawnProgram } from '../support/program.ts'
import { quoteOf } from '../support/push.ts'
import { RECORDER_TOKEN, startRecorder } from '../support/recorder.ts'
import { createToken } from '../support/redis.ts'
import type { Setting, Survived } from './scenario.ts'
import { serve, times } from './worlds.ts'

/** What the program shares with Telegram, and with the rate API. */
const SECRET = 'a-secret-of-faults'

interface Asked {
  readonly token?: string
  readonly method?: string
  readonly body?: unknown
}

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

async function ask(
  url: string,
  { token, method = 'GET', body }: Asked = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const MONITORS = [{ page: 'page_alpha', currency: 'dollar', monitor: 'usd' }]

export async function pointInside(setting: Setting): Promise<Survived> {
  let reached = 0
  const count: RequestListener = (_request, response) => {
    reached += 1
    response.end()
  }
  const { port } = new URL(await serve(setting, count, '::'))
  const { program, service } = await startProgram(setting)
  const token = await createToken(program.dataDirectory, 'caller')
  const answers = new Set<string>()
  let accepted = 0
  for (const spelling of SPELLINGS) {
    const url = spelling.replace('PORT', port)
    const body = { url, token_secret: SECRET, monitors: MONITORS }
    const { status, text } = await ask(`${service}/api/user/set-webhook`, { token, method: 'POST', body })
    if (status !== 422) accepted += 1
    answers.add(text)
  }
  return { n: SPELLINGS.length, of: 'spellings', lost: accepted + reached + answers.size - 1 }
}

export async function guessTokens(setting: Setting): Promise<Survived> {
  const { service } = await startProgram(setting)
  const n = setting.size(5_000, 200)
  const paths = ['/api/v1/dollar?page=page_alpha', '/api/user/get-webhook']
  const statuses = await times(n, async (index) => {
    const token = randomBytes(32).toString('base64url')
    return (await ask(`${service}${paths[index % 2]}`, { token })).status
  })
  const limited = statuses.filter((status) => status === 429).length
  return {
    n,
    of: `guesses, ${limited} not even looked at`,
    lost: statuses.filter((status) => status !== 401 && status !== 429).length + (limited > n / 2 ? 0 : 1),
  }
}

export async function touchAnothers(setting: Setting): Promise<Survived> {
  const { program, service } = await startProgram(setting, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const [owner, stranger] = [
    await createToken(program.dataDirectory, 'owner'),
    await createToken(program.dataDirectory, 'stranger'),
  ]
  const url = await serve(setting, (_request, response) => response.end())
  const made = await ask(`${service}/api/user/set-webhook`, {
    token: owner,
    method: 'POST',
    body: { url, token_secret: SECRET, monitors: MONITORS },
  })
  const listed = await ask(`${service}/api/user/get-webhook`, { token: owner })
  const id = Number(/"id":(\d+)/.exec(listed.text)?.[1])
  const calls = [
    ['GET', 'get-webhook'],
    ['DELETE', 'del-webhook'],
    ['POST', 'test-webhook'],
    ['GET', 'test-webhook'],
    ['DELETE', 'get-webhook'],
  ] as const
  let wrong = made.status === 201 && id > 0 ? 0 : 1
  for (const [method, path] of calls) {
    const of = async (other: number) => {
      const { status, text } = await ask(`${service}/api/user/${path}?id=${other}`, {
        token: stranger,
        method,
      })
      return `${status} ${text.replaceAll(String(other), 'ID')}`
    }
    const [foreign, unknown] = [await of(id), await of(id + 1_000)]
    if (foreign !== unknown || foreign.startsWith('2')) {
      wrong += foreign.includes(url) || foreign !== unknown ? 1 : 0
    }
  }
  const after = await ask(`${service}/api/user/get-webhook`, { token: owner })
  if (after.text !== listed.text) wrong += 1
  return { n: calls.length, of: 'endpoints with a foreign token', lost: wrong }
}

const READY_OUTSIDE_MAX = 5

export async function forge(setting: Setting): Promise<Survived> {
  const { bot, telegram, program } = await startProgram(setting)
  const n = setting.size(10_000, 500)
  const notification = JSON.stringify(
    toNotification('forged', Date.now(), [{ number: 1, quote: quoteOf('1') }]),
  )
  const update = JSON.stringify({
    update_id: 1,
    message: {
      message_id: 1,
      date: 0,
      chat: { id: 1, type: 'private' },
      from: { id: 1, is_bot: false, first_name: 'A' },
      text: '/help',
    },
  })
  const forgeries = (index: number): string =>
    [randomBytes(16).toString('hex'), '', SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase()][
      index % 5
    ] ?? ''
  const statuses = await times(n, async (index) => {
    const secret = forgeries(index)
    const isUpdate = index % 2 === 0
    const headers = {
      'content-type': 'application/json',
      ...(isUpdate ? { 'x-telegram-bot-api-secret-token': secret } : { authorization: `Bearer ${secret}` }),
    }
    const url = `${bot}/webhooks/${isUpdate ? 'telegram' : 'rates'}`
    const answer = await fetch(url, { method: 'POST', headers, body: isUpdate ? update : notification })
    await answer.text()
    return answer.status
  })
  const accepted = statuses.filter((status) => status !== 401 && status !== 429).length
  return {
    n,
    of: 'forged calls',
    lost: accepted + telegram.called.length + (program.child.exitCode === null ? 0 : 1),
  }
}

export async function askReadiness(setting: Setting): Promise<Survived> {
  const program = spawnProgram()
  setting.atEnd(() => program.stop())
  const [bot, sandbox] = [await program.address('Bot'), await program.address('Web chat')]
  const getMeCalls = async (): Promise<number> => {
    const { calls } = (await (await fetch(`${sandbox}/chat/calls`)).json()) as {
      calls: readonly { name: string }[]
    }
    return calls.filter(({ name }) => name === 'getMe').length
  }
  const before = await getMeCalls()
  const n = setting.size(1_000, 200)
  const answers = await times(n, () => ask(`${bot}/readyz`))
  const outside = (await getMeCalls()) - before
  const wrong = answers.filter(({ status, text }) => status !== 200 || /\d+\.\d+\.\d+\.\d+/.test(text)).length
  return { n, of: `calls, ${outside} outside`, lost: wrong + Math.max(0, outside - READY_OUTSIDE_MAX) }
}

export async function readFiles(setting: Setting): Promise<Survived> {
  const { program } = await startProgram(setting)
  const found = readdirSync(program.dataDirectory, { recursive: true, withFileTypes: true })
  const open = found.filter((entry) => {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    return entry.isDirectory() ? mode !== 0o700 : (mode & 0o077) !== 0
  })
  const top = (statSync(program.dataDirectory).mode & 0o777) === 0o700 ? 0 : 1
  return { n: found.length + 1, of: 'files and folders', lost: open.length + top }
}

/** Calls with every secret, while everything is logged and Telegram fails; then all that was written is read. */
export async function lookForSecrets(setting: Setting): Promise<Survived> {
  const { program, bot, service, telegram } = await startProgram(setting, { LOG_LEVEL: 'trace' })
  const token = await createToken(program.dataDirectory, 'canary')
  const canaries = [SECRET, token, RECORDER_TOKEN, RECORDER_TOKEN.split(':')[1] ?? '']
  const read: string[] = []
  const n = setting.size(300, 50)
  await times(n, async (index) => {
    const path = ['/api/v1/dollar?page=nowhere', '/api/user/get-webhook', `/api/v1/dollar?token=${token}`][
      index % 3
    ]
    read.push((await ask(`${service}${path}`, { token })).text)
    read.push(
      (await ask(`${bot}/webhooks/rates`, { token: SECRET, method: 'POST', body: { no: index } })).text,
    )
  })
  await telegram.stop()
  read.push((await ask(`${bot}/readyz`)).text)
  for (const address of [bot, service]) read.push((await ask(`${address}/metrics`)).text)
  const text = [...read, program.out(), program.err()].join('\n')
  const found = canaries.filter((canary) => text.includes(canary))
  return { n: text.split('\n').length, of: 'lines of logs, metrics and answers', lost: found.length }
}
