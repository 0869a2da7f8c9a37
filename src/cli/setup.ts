import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { ENVIRONMENT } from '../runtime/environment.ts'
import { Failure } from '../runtime/log.ts'
import { createTelegram } from '../telegram/api.ts'
import type { Output } from './print.ts'

const FILE_MODE = 0o600

export interface SetupOptions extends Pick<Output, 'print'> {
  /** The file of settings to write, which only its owner may read. */
  readonly file: string
  readonly input: Readable
  /** Where Telegram is asked whose the token is. */
  readonly apiRoot: string
}

/** The operator's command `setup`: asks for the bot's token and writes it into the file, whose other lines stay. */
export async function runSetup({ file, input, print, apiRoot }: SetupOptions): Promise<void> {
  print('The token of your bot, as @BotFather gave it:')
  const lines = createInterface({ input })
  const { value = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  const token = String(value).trim()
  if (!ENVIRONMENT.shape.BOT_TOKEN.safeParse(token).success)
    throw new Failure('A token looks like 123456789:AAE…: nothing was written')
  const { checkToken, close } = createTelegram({ token, apiRoot })
  const me = await checkToken().finally(close)
  const who = me ? `Your bot is https://t.me/${me.username}` : 'Telegram cannot be reached from here yet'
  const before = existsSync(file)
    ? readFileSync(file, 'utf8').replace(/^\s*(?:export\s+)?BOT_TOKEN(?:_FILE)?\s*=.*\n?/gm, '')
    : ''
  // Beside it first, so that nothing is lost where the disk is full; a file that an earlier try left there kept its mode.
  writeFileSync(`${file}.new`, `BOT_TOKEN=${token}\n${before}`, { mode: FILE_MODE })
  chmodSync(`${file}.new`, FILE_MODE)
  renameSync(`${file}.new`, file)
  print(`${who}. Written into ${file}, which only you can read. Now: npm start`)
}
