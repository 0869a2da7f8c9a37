import { hashOf } from '../api/signature.ts'
import { addressOf } from '../push/register/registration.ts'
import { loadScript, redisTime } from '../redis/connection.ts'
import { Failure } from '../runtime/log.ts'
import { KEYS } from '../service/keys.ts'
import { makeToken, storedToken } from '../service/tokens.ts'
import { createWebhookStore } from '../service/webhooks/store.ts'
import type { CommandDeps } from './print.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const USAGE = 'npm run token -- create NAME | list | revoke NAME | webhooks | remove-webhook ID'

const CREATE = loadScript(new URL('../service/webhooks/lua/create-token.lua', import.meta.url))

/** The operator's `token` command. Throws a Failure that says what to type, or what is wrong with the name. */
export async function runToken(args: readonly string[], deps: CommandDeps): Promise<void> {
  const [command, name, ...rest] = args
  if (command === 'list' && name === undefined) return list(deps)
  if (command === 'webhooks' && name === undefined) return listWebhooks(deps)
  if (command === 'remove-webhook' && name !== undefined && rest.length === 0)
    return removeWebhook(name, deps)
  if (name === undefined || rest.length > 0 || (command !== 'create' && command !== 'revoke'))
    throw new Failure(`Usage: ${USAGE}`)
  if (!NAME.test(name))
    throw new Failure('A name has 1 to 64 of A-Z a-z 0-9 . _ - and begins with a letter or figure')
  return command === 'create' ? create(name, deps) : revoke(name, deps)
}

async function create(name: string, { redis, print }: CommandDeps): Promise<void> {
  const token = makeToken()
  const stored = JSON.stringify({ name, created_at: new Date(await redisTime(redis)).toISOString() })
  const made = await CREATE.run(redis, [KEYS.tokens, KEYS.tokenNames], [name, hashOf(token), stored])
  if (made !== 1) throw new Failure(`There is a token named ${name}: revoke it first, or take another name`)
  print(token)
}

async function list({ redis, print }: CommandDeps): Promise<void> {
  const stored = Object.values(await redis.hgetall(KEYS.tokens)).map((text) =>
    storedToken.parse(JSON.parse(text)),
  )
  stored.sort((a, b) => a.name.localeCompare(b.name))
  for (const { name, created_at } of stored) print(`${name}\tmade ${created_at}`)
  if (stored.length === 0) print('There are no tokens.')
}

async function revoke(name: string, { redis, print }: CommandDeps): Promise<void> {
  const isRevoked = await createWebhookStore(redis).revokeToken(name)
  if (!isRevoked) throw new Failure(`There is no token named ${name}`)
  print(`Revoked ${name}.`)
}

/** A line for each webhook: its number, the name of its token (`own` is the process' own), its state and its address. */
async function listWebhooks({ redis, print }: CommandDeps): Promise<void> {
  const store = createWebhookStore(redis)
  const names = new Map(
    Object.entries(await redis.hgetall(KEYS.tokenNames)).map(([name, hash]) => [hash, name]),
  )
  const webhooks = (await store.all()).toSorted((a, b) => a.id - b.id)
  for (const { id, owner, url } of webhooks) {
    const { status, waiting } = await store.healthOf(id)
    print(`${id}\t${names.get(owner) ?? owner}\t${status}, ${waiting} waiting\t${addressOf(url)}`)
  }
  if (webhooks.length === 0) print('There are no webhooks.')
}

async function removeWebhook(id: string, { redis, print }: CommandDeps): Promise<void> {
  const store = createWebhookStore(redis)
  const webhook = (await store.all()).find((one) => String(one.id) === id)
  if (!webhook) throw new Failure(`There is no webhook ${id}: npm run token -- webhooks lists them`)
  await store.remove(webhook.owner, webhook.id)
  print(`Removed ${id}.`)
}
