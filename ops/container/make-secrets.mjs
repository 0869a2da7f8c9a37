// Run by compose.yaml before the bot and push: makes the API token and the webhook secret that these share with the rate
// service, once, and keeps them in a file that both read as their .env.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const TOKEN_NAME = 'compose'
const SECRET_BYTES = 32
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const [file] = process.argv.slice(2)

/** Runs the operator's command; what it printed, or undefined where it failed. */
function runToken(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'token', ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) process.stderr.write(stderr)
  return status === 0 ? stdout.trim() : undefined
}

if (!file) throw new Error('Name the file to write')
if (!existsSync(file)) {
  // A token of this name whose text is lost, with the volume that held the file, is replaced.
  const token =
    runToken('create', TOKEN_NAME) ?? (runToken('revoke', TOKEN_NAME) && runToken('create', TOKEN_NAME))
  if (!token) process.exit(1)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  writeFileSync(`${file}.new`, `RATES_API_TOKEN=${token}\nRATES_WEBHOOK_SECRET=${secret}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
