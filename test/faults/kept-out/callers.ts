import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toNotification } from '../../../src/api/notification.ts'
import { spawnProgram } from '../../support/program.ts'
import { quoteOf } from '../../support/push.ts'
import { RECORDER_TOKEN } from '../../support/recorder.ts'
import { createToken } from '../../support/redis.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { ask, SECRET, startProgram, times } from './callee.ts'

const READY_OUTSIDE_MAX = 5

async function forge(setting: Setting): Promise<Survived> {
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

async function askReadiness(setting: Setting): Promise<Survived> {
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

async function readFiles(setting: Setting): Promise<Survived> {
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
async function lookForSecrets(setting: Setting): Promise<Survived> {
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

export const CALLERS: readonly Scenario[] = [
  {
    name: 'forged',
    promise: 'No forged notification or Telegram update is accepted',
    done: 'secrets are random, empty, cut, longer or in capitals',
    run: forge,
  },
  {
    name: 'secrets',
    promise: 'No secret is in logs, errors or metrics, nor the token inside a URL',
    done: 'every secret is used while calls fail',
    run: lookForSecrets,
  },
  {
    name: 'readyz',
    promise: 'Anonymous calls of /readyz cause at most 5 calls outside and tell no address',
    done: 'it is called again and again',
    run: askReadiness,
  },
  {
    name: 'file-modes',
    promise: 'Other users of the machine read nothing: folders 0700, files 0600',
    done: 'all modes are read',
    run: readFiles,
  },
]
