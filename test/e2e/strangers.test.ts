import { once } from 'node:events'
import { connect } from 'node:net'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, spawnProgram } from '../support/program.ts'

const CLOSED_MS_MAX = 12_000
const READY_CALLS = 200
const OUTSIDE_MAX = 5

/** Whoever reaches the ports of the program without any token. */
describe('strangers', () => {
  let program: Program
  let bot = ''
  let sandbox = ''

  beforeAll(async () => {
    program = spawnProgram()
    sandbox = await program.address('Web chat')
    bot = await program.address('Bot')
  })
  afterAll(() => program.stop())

  /** How long a socket stays open (ms) that sends this and then nothing more. */
  async function openFor(address: string, sent: string): Promise<number> {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const openedAt = performance.now()
    socket.resume().on('error', () => {}) // a reset is an end too
    if (sent !== '') socket.write(sent)
    await once(socket, 'close')
    return performance.now() - openedAt
  }

  it('who send nothing, or never send to the end, are cut off on every port', async () => {
    const body = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    const lasted = await Promise.all([
      ...[bot, sandbox].flatMap((address) => [
        openFor(address, ''),
        openFor(address, 'GET /healthz HTTP/1.1\r\nHost: a'),
      ]),
      openFor(sandbox, `POST /chat/send HTTP/1.1\r\n${body}`),
      openFor(bot, `POST /webhooks/rates HTTP/1.1\r\n${body}`),
    ])
    expect(Math.max(...lasted)).toBeLessThan(CLOSED_MS_MAX)
  })

  it('who ask again and again whether it is ready cost Telegram almost nothing', async () => {
    const getMeCalls = async (): Promise<number> => {
      const { body } = await request(`${sandbox}/chat/calls`)
      const { calls } = (await body.json()) as { calls: readonly { name: string }[] }
      return calls.filter(({ name }) => name === 'getMe').length
    }
    const before = await getMeCalls()
    const answers = await Promise.all(
      Array.from({ length: READY_CALLS }, async () => {
        const { statusCode, body } = await request(`${bot}/readyz`)
        await body.dump()
        return statusCode
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await getMeCalls()) - before).toBeLessThanOrEqual(OUTSIDE_MAX)
  })
})
