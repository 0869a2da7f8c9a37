import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createRandom } from '../../test/support/random.ts'
import { answerParent, monotonicMs, tellParent } from '../child.ts'
import type { StandInSetting, Tally } from '../stand-in.ts'
import { REFUSED, TAKEN, toAnswer } from './answers.ts'
import { createPeople } from './people.ts'
import { createRequestReader } from './read-requests.ts'
import { createStrictSecond } from './strict-second.ts'

const SEED = 20_261_121
const newTally = (): Tally => ({
  arrivals: [],
  acceptances: [],
  refused: 0,
  connections: 0,
  repliesMs: [],
  sample: '',
})

/** Where the name of the method begins: behind `POST /bot<token>/`. */
const methodAt = (bytes: Buffer, at: number): number => bytes.indexOf(47, at + 'POST /'.length) + 1
const SEND_MESSAGE = 'sendMessage '

async function serve({ latencyMs = [0, 0], capPerSecond, people: asking }: StandInSetting) {
  const random = createRandom(SEED)
  const judge = capPerSecond === undefined ? () => true : createStrictSecond(capPerSecond)
  const tally = newTally()
  const people = createPeople(asking, random, tally)
  const [least, most] = latencyMs
  let target = Number.POSITIVE_INFINITY
  let open = 0

  function answer(socket: Socket, bytes: Buffer): void {
    if (most === 0) socket.write(bytes)
    else setTimeout(() => socket.write(bytes), least + random() * (most - least))
  }

  function takeMessage(socket: Socket, body: () => string): void {
    if (asking && people.hear(body())) {
      socket.write(TAKEN)
      return
    }
    const now = monotonicMs()
    tally.arrivals.push(now)
    const isTaken = judge(now)
    answer(socket, isTaken ? TAKEN : REFUSED)
    if (isTaken) accept(body, now)
    else tally.refused++
  }

  function accept(body: () => string, now: number): void {
    const count = tally.acceptances.push(now)
    if (count === 1) tally.sample = body()
    if (count === target) tellParent('reached', now)
  }

  const server = createServer((socket) => {
    tally.connections = Math.max(tally.connections, ++open)
    socket.setNoDelay(true)
    socket.on('close', () => open--)
    socket.on('error', () => socket.destroy())
    socket.on(
      'data',
      createRequestReader((bytes, at, bodyAt, end) => {
        const method = methodAt(bytes, at)
        if (bytes.toString('latin1', method, method + SEND_MESSAGE.length) === SEND_MESSAGE)
          return takeMessage(socket, () => bytes.toString('utf8', bodyAt, end))
        const name = /\w*/.exec(bytes.toString('latin1', method, bodyAt))?.[0] ?? ''
        people.answer(name, (result) => void socket.write(toAnswer('200 OK', { ok: true, result })))
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', 1_024, done))
  return {
    port: (server.address() as AddressInfo).port,
    reset(count: number): void {
      Object.assign(tally, newTally(), { connections: open })
      target = count
    },
    tally: (): Tally => tally,
  }
}

let standIn: Awaited<ReturnType<typeof serve>> | undefined
answerParent({
  serve: async (setting: StandInSetting) => {
    standIn = await serve(setting)
    return standIn.port
  },
  reset: (count: number) => standIn?.reset(count),
  tally: () => standIn?.tally(),
})
