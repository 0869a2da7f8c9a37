import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toNotification } from '../../src/api/notification.ts'
import { spawnProgram } from '../support/program.ts'
import { quoteOf } from '../support/push.ts'
import { RECORDER_TOKEN, startRecorder } from '../support/recorder.ts'
import { createUpdates } from '../support/updates.ts'
import type { Scenario, Setting } from './scenario.ts'
import { countOthers, times } from './worlds.ts'

/** What the program shares with Telegram, and with the rate API. */
const SECRET = 'a-secret-of-faults'

/** The whole program with a Telegram that sends updates by webhook. */
async function startProgram(setting: Setting) {
  const telegram = await startRecorder()
  setting.atEnd(telegram.stop)
  const program = spawnProgram({
    env: {
      BOT_TOKEN: RECORDER_TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_UPDATES: 'webhook',
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      RATES_WEBHOOK_SECRET: SECRET,
      PUBLIC_URL: 'http://127.0.0.1:1',
      SOURCES_FILE: 'simulated',
    },
  })
  setting.atEnd(() => program.stop())
  return { telegram, program, bot: await program.address('Bot') }
}

export const STRANGERS: readonly Scenario[] = [
  {
    name: 'forged',
    promise: 'No forged notification or Telegram update is accepted',
    done: 'secrets are random, empty, cut, longer or in capitals',
    async run(setting) {
      const { bot, telegram, program } = await startProgram(setting)
      const n = setting.size(10_000, 500)
      const body = JSON.stringify(toNotification('forged', Date.now(), [{ number: 1, quote: quoteOf('1') }]))
      const forgeries = ['', SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase()]
      const statuses = await times(n, async (index) => {
        const secret = forgeries[index % 5] ?? randomBytes(16).toString('hex')
        if (index % 2 === 0) return createUpdates(() => bot, secret).say(1, '/help')
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
        const answer = await fetch(`${bot}/webhooks/rates`, { method: 'POST', headers, body })
        await answer.text()
        return answer.status
      })
      const lost = countOthers(statuses, 401, 429) + telegram.called.length
      return { n, of: 'forged calls', lost: lost + (program.child.exitCode === null ? 0 : 1) }
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
