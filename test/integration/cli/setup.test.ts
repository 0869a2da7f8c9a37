import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { startSandbox, TOKEN } from '../../../sandbox/test/support/harness.ts'
import { runSetup } from '../../../src/cli/setup.ts'
import { useFolder } from '../../support/folder.ts'

const folder = useFolder()
const file = join(folder, '.env')

/** What is printed where a person types a line. */
async function type(line: string, apiRoot: string): Promise<string> {
  const input = Readable.from(line ? [`${line}\n`] : [])
  const printed: string[] = []
  const print = (text: string): void => void printed.push(text)
  await runSetup({ file, input, print, apiRoot })
  return printed.join('\n')
}

test('setup asks for the token, says whose it is, and writes it where only its owner reads; other lines stay', async () => {
  const { root } = await startSandbox()
  await expect(type('', root)).rejects.toThrow(/looks like.*nothing was written/)
  await expect(type('not a token', root)).rejects.toThrow(/looks like.*nothing was written/)
  await expect(type(`1:${'A'.repeat(35)}`, root)).rejects.toThrow(/refused by Telegram/)
  expect(existsSync(file)).toBe(false)
  expect(await type(` ${TOKEN} `, root)).toContain('Your bot is https://t.me/tasa_sandbox_bot')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`BOT_TOKEN=${TOKEN}\n`, 0o600])
  writeFileSync(
    file,
    'ADMIN_CHAT_IDS=1\nBOT_TOKEN=1:old\nexport BOT_TOKEN = 1:older\nBOT_TOKEN_FILE=/x\nPORT=8090\n',
  )
  chmodSync(file, 0o644)
  expect(await type(TOKEN, 'http://127.0.0.1:1')).toContain('cannot be reached')
  expect(readFileSync(file, 'utf8')).toBe(`BOT_TOKEN=${TOKEN}\nADMIN_CHAT_IDS=1\nPORT=8090\n`)
  expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['.env']])
})
