import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SPELLINGS } from '../../support/inside-addresses.ts'
import { createToken } from '../../support/redis.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { ask, SECRET, startProgram, times } from './callee.ts'

const MONITORS = [{ page: 'page_alpha', currency: 'dollar', monitor: 'usd' }]

async function pointInside(setting: Setting): Promise<Survived> {
  let reached = 0
  const canary = createServer((_request, response) => {
    reached += 1
    response.end()
  }).listen(0, '::')
  await once(canary, 'listening')
  setting.atEnd(() => canary.close())
  const { port } = canary.address() as AddressInfo
  const { program, service } = await startProgram(setting)
  const token = await createToken(program.dataDirectory, 'caller')
  const answers = new Set<string>()
  let accepted = 0
  for (const spelling of SPELLINGS) {
    const url = spelling.replace('PORT', String(port))
    const body = { url, token_secret: SECRET, monitors: MONITORS }
    const { status, text } = await ask(`${service}/api/user/set-webhook`, { token, method: 'POST', body })
    if (status !== 422) accepted += 1
    answers.add(text)
  }
  return { n: SPELLINGS.length, of: 'spellings', lost: accepted + reached + answers.size - 1 }
}

async function guessTokens(setting: Setting): Promise<Survived> {
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

async function touchAnothers(setting: Setting): Promise<Survived> {
  const { program, service } = await startProgram(setting, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const [owner, stranger] = [
    await createToken(program.dataDirectory, 'owner'),
    await createToken(program.dataDirectory, 'stranger'),
  ]
  const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  setting.atEnd(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
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

export const API_CALLERS: readonly Scenario[] = [
  {
    name: 'webhook-inside',
    promise: 'No webhook url that points inside is accepted or called (SSRF)',
    done: 'every spelling of an inner address is registered',
    run: pointInside,
  },
  {
    name: 'guessed-tokens',
    promise: 'No guessed API token is accepted; guesses are limited by address',
    done: 'random tokens are tried',
    run: guessTokens,
  },
  {
    name: 'anothers-webhook',
    promise: "Another's webhook and an unknown one are answered alike",
    done: 'a foreign token calls every endpoint',
    run: touchAnothers,
  },
]
