import { spawnProgram } from '../../support/program.ts'
import { RECORDER_TOKEN, startRecorder } from '../../support/recorder.ts'
import type { Setting } from '../scenario.ts'

const AT_ONCE = 32

/** What the program shares with Telegram, and with the rate API. */
export const SECRET = 'a-secret-of-faults'

interface Asked {
  readonly token?: string
  readonly method?: string
  readonly body?: unknown
}

/** The whole program with a Telegram that sends updates by webhook, and what calls it. */
export async function startProgram(setting: Setting, env: Readonly<Record<string, string>> = {}) {
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

export async function ask(
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

/** Does n things, some at once; what came of each. */
export async function times<Value>(n: number, deed: (index: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < n) values.push(await deed(next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return values
}
