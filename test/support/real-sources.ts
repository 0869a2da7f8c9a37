import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from 'telegram-sandbox'
import { request } from 'undici'
import { startInternet } from './internet/internet.ts'
import { createPeople } from './people.ts'
import { spawnProgram } from './program.ts'
import { createToken } from './redis.ts'

const BOT_TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

/**
 * The program as a person with a token from @BotFather starts it, on the stand-in for the internet. Telegram is the
 * sandbox, in the process of the test; that is why TELEGRAM_API_ROOT is set, and `env` is what a test adds.
 */
export async function startWithToken(env: Readonly<Record<string, string>> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-real-'))
  const dataDirectory = join(directory, 'data')
  const internet = await startInternet()
  const telegram = createSandbox({ port: 0, botToken: BOT_TOKEN })
  await telegram.start()
  const chat = telegram.address()
  const inside = { BOT_TOKEN, TELEGRAM_API_ROOT: chat, ...internet.env, ...env }
  const program = spawnProgram({ dataDirectory, env: inside })
  const people = createPeople(chat)

  let token: Promise<string> | undefined
  async function read(path: string): Promise<unknown> {
    const service = await program.address('Rate service') // its Redis runs from then on
    token ??= createToken(dataDirectory, 'test')
    const headers = { authorization: `Bearer ${await token}` }
    const answer = await request(`${service}/api/v1${path}`, { headers })
    return answer.body.json()
  }

  return {
    internet,
    people,
    program,
    /** An answer of the rate API, without limits of a stranger. */
    read,
    async stop(): Promise<void> {
      await program.stop()
      await telegram.stop()
      await internet.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
