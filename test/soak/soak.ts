import { setTimeout as sleep } from 'node:timers/promises'
import { audit, isBalanced } from '../../src/chats/delivery-ledger.ts'
import { createSetting } from '../faults/scenario.ts'
import { holds, RATE_PER_SECOND, startLinkedTown } from '../faults/worlds.ts'
import { inFlightMax } from '../support/load-fixture.ts'
import { createRandom } from '../support/random.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { startCrowd } from './crowd.ts'
import { judge, type Sample, warmUpSeconds } from './figures.ts'
import { startProcesses } from './processes.ts'
import { sampleLiveHeap, sampleProgram, sampleRedis } from './sampler.ts'
import { createUpsets, type Upset } from './upsets.ts'

/** Telegram lets a bot send 28 messages a second, and 8 of them answer somebody: twice that is asked for. */
const MESSAGES_PER_SECOND = 56
const ASKED_PER_SECOND = 16
const MOVE_EVERY_MS = 5_000
const SAMPLE_EVERY_MS = 5_000
const SETTLED_MS_MAX = 180_000
const FIRST_CENTS = 80_000
const SAMPLES_PER_COLLECTION = 12
const COLLECTING = new URL('../support/garbage-on-signal.ts', import.meta.url).href

/** They all follow the price, which moves every 5 s. */
const PEOPLE = 200
/** From the beginning of one upset to that of the next. */
const UPSET_EVERY_MS = 25_000

interface SoakOptions {
  readonly seconds: number
  readonly seed: number
  readonly print: (line: string) => void
}

export type Soaked = Awaited<ReturnType<typeof soak>>

/** Runs the real processes under load and upsets, and measures them until the time is up; what came of it. */
export async function soak({ seconds, seed, print }: SoakOptions) {
  const random = createRandom(seed)
  const { setting, end } = createSetting(random)
  try {
    const crowd = await startCrowd(setting, PEOPLE, RATE_PER_SECOND)
    const linked = await startLinkedTown(setting, { env: { NODE_OPTIONS: `--import=${COLLECTING}` } })
    const { town } = linked
    const telegram = await startTcpProxy(crowd.url)
    setting.atEnd(telegram.stop)
    const processes = await startProcesses(linked, telegram.url)
    await town.registered()
    await crowd.join()

    const startedAt = performance.now()
    const secondsSince = (): number => (performance.now() - startedAt) / 1_000
    const stopping = new AbortController()
    const asking = crowd.askUntil(stopping.signal, ASKED_PER_SECOND, random)
    let cents = FIRST_CENTS
    const move = (): void => {
      cents += 1
      town.move()
    }
    const moving = setInterval(move, MOVE_EVERY_MS)
    setting.atEnd(() => clearInterval(moving))
    const samples: Sample[] = []
    const sampling = sampleUntil(stopping.signal, async (index) => {
      const at = secondsSince()
      const lasting = processes.lasting()
      const read = await Promise.all([...lasting.map(sampleProgram), sampleRedis(town.redis)])
      if (index % SAMPLES_PER_COLLECTION === 0) read.push(...(await Promise.all(lasting.map(sampleLiveHeap))))
      samples.push(...read.flat().map((reading) => ({ at, ...reading })))
    })

    const upsets = new Map<string, number>()
    let ambiguous = 0
    let mayBeUnanswered = 0
    async function upset({ name, isAmbiguous, losesReplies, run }: Upset): Promise<void> {
      upsets.set(name, (upsets.get(name) ?? 0) + 1)
      if (isAmbiguous) ambiguous += 1
      print(
        `${secondsSince().toFixed(0)} s: ${name}; ${crowd.count.pushes} pushes, ${crowd.count.answered} answers`,
      )
      const nextAt = performance.now() + UPSET_EVERY_MS
      const answeredOrGivenUp = crowd.count.asked - crowd.openCount()
      await run()
      if (losesReplies) mayBeUnanswered += crowd.count.asked - answeredOrGivenUp
      await sleep(Math.max(0, nextAt - performance.now()))
    }
    const { passing, kills } = createUpsets({ linked, telegram, crowd, processes, move })
    for (const kill of kills) await upset(kill)
    for (let next = 0; next < passing.length || secondsSince() < seconds; next++)
      await upset(passing[next % passing.length] as Upset)
    const [from, to] = [warmUpSeconds(seconds), secondsSince()]
    // Those that were measured until here are killed once more, for what a kill after a long life may lose.
    for (const kill of kills) await upset(kill)

    stopping.abort()
    clearInterval(moving)
    await Promise.all([asking, sampling])
    const lasted = secondsSince()
    const { asked, pushes, answered } = crowd.count
    move()
    await holds(() => crowd.untold(cents) === 0 && crowd.isAnswered(), SETTLED_MS_MAX)
    const isSound = await holds(async () => isBalanced(await audit(town.redis, town.queue)), SETTLED_MS_MAX)
    return {
      seed,
      seconds: lasted,
      judged: judge(samples.filter(({ at }) => at >= from && at <= to)),
      /** From where to where the slopes are taken (s). */
      span: [from, to] as const,
      upsets,
      asked,
      pushes,
      messagesPerSecond: (pushes + answered) / lasted,
      /** People who were not told the newest price at the end; messages that came after a newer price. */
      lost: { untold: crowd.untold(cents), backwards: crowd.backwards() },
      /** Questions without an answer, and how many were asked while Telegram took no reply. */
      unanswered: { count: crowd.unanswered(), max: mayBeUnanswered },
      repeated: {
        count: crowd.repeated() + crowd.count.answeredTwice,
        max: ambiguous * 2 * inFlightMax(MESSAGES_PER_SECOND),
      },
      /** What processes wrote of unhandled rejections, uncaught errors and leaks of listeners. */
      surprises: processes.surprises(),
      fallen: [...processes.fallen],
      parked: (await town.queue.parked()).length,
      isBalanced: isSound,
    }
  } finally {
    await end()
  }
}

async function sampleUntil(stopping: AbortSignal, sample: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; !stopping.aborted; index++) {
    await sample(index)
    await sleep(SAMPLE_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}
