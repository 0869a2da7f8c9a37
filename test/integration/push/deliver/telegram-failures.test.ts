import { describe, expect, it, onTestFinished } from 'vitest'
import { createTelegram } from '../../../../src/telegram/api.ts'
import { quoteOf, startPush, USD } from '../../../support/push.ts'
import { createRandom } from '../../../support/random.ts'
import { type Mishap, RECORDER_TOKEN, repeated, startRecorder } from '../../../support/recorder.ts'
import { useRedis } from '../../../support/redis.ts'
import { report } from '../../../support/report.ts'

const server = await useRedis()
const SEED = Number(process.env.SEED ?? 20_261_121)
const SHARE_OF_EACH = 0.05
const RATE_PER_SECOND = 1_000
const TIMEOUT_SECONDS = 3
const CHATS = 600
/** The wait before a try doubles: whom it hits more often than this would keep the test waiting. */
const MISHAPS_A_CHAT_MAX = 2
const MIGRATIONS = 1_000
const MANY_CHATS = 10_000
const SETTLED = { timeout: 45_000, interval: 50 }

const told = { price: '100', at: 1_000 }
const chatsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(first + index))

describe('a failure of Telegram', () => {
  async function start(setting: Partial<Parameters<typeof startPush>[0]>, chats: readonly string[]) {
    const push = await startPush({ ...server, ratePerSecond: RATE_PER_SECOND, ...setting })
    onTestFinished(push.stop)
    await Promise.all(chats.map((chat) => push.chats.follows.add(chat, USD, told)))
    return push
  }
  const news = { quote: quoteOf('101'), asOf: 2_000 }

  it(`loses no message, and repeats only ambiguous ones (seed ${SEED})`, async () => {
    const random = createRandom(SEED)
    const happened: (Mishap | 'refused')[] = []
    const kinds = ['error', 'reset before', 'reset after', 'silent', 'refused'] as const
    const struck = new Map<string, number>()
    const draw = (chat: string, among: readonly (Mishap | 'refused')[]): Mishap | 'refused' | undefined => {
      const kind = among[Math.floor(random() / SHARE_OF_EACH)]
      const before = struck.get(chat) ?? 0
      if (!kind || before >= MISHAPS_A_CHAT_MAX) return undefined
      struck.set(chat, before + 1)
      happened.push(kind)
      return kind
    }
    const answered = kinds.filter((kind) => kind !== 'refused')
    const recorder = await startRecorder({ mishap: (chat) => draw(chat, answered) as Mishap | undefined })
    const gone = await startRecorder()
    await gone.stop()
    const clientOf = (apiRoot: string) => {
      const client = createTelegram({ token: RECORDER_TOKEN, apiRoot, timeoutSeconds: TIMEOUT_SECONDS })
      onTestFinished(client.close)
      return client
    }
    const [telegram, nobody] = [clientOf(recorder.url), clientOf(gone.url)]
    onTestFinished(recorder.stop)
    const chats = chatsFrom(1, CHATS)
    let unanswered = 0
    const push = await start(
      {
        async send(...call) {
          const sendResult = await (draw(call[0], ['refused']) ? nobody : telegram).send(...call)
          if (sendResult.kind === 'retry') unanswered += 1
          return sendResult
        },
      },
      chats,
    )
    await push.tell(news)
    const heard = new Set(recorder.sent.map(({ chat }) => chat))
    // Where the machine is too busy to answer in time, that is one more.
    const late = Math.max(0, unanswered - happened.length)
    const ambiguous = late + happened.filter((kind) => kind === 'reset after' || kind === 'silent').length
    report(`${happened.length} mishaps, ${ambiguous} ambiguous, ${repeated(recorder.sent)} repeated`)
    expect(new Set(happened)).toEqual(new Set(kinds))
    expect(chats.filter((chat) => !heard.has(chat))).toEqual([])
    expect(repeated(recorder.sent)).toBeLessThanOrEqual(ambiguous)
    expect(await push.queue.parked()).toEqual([])
  })

  it(`that is a migration moves ${MIGRATIONS} groups once each, and prices reach their new chats`, async () => {
    const groups = chatsFrom(1, MIGRATIONS).map((number) => `-${number}`)
    const placeOf = (group: string): string => `-100${group.slice(1).padStart(10, '0')}`
    const push = await start({}, groups)
    await Promise.all(groups.map((group) => push.chats.settings.setLanguage(group, 'en')))
    push.judgeBy(async ({ chat }) => {
      if (!groups.includes(chat)) return { kind: 'sent' }
      void push.chats.presence.migrate(chat, placeOf(chat)) // Telegram also announces it, in an update
      return { kind: 'migrated', toChatId: placeOf(chat) }
    })
    await push.see(news)
    await expect.poll(() => push.sent.length, SETTLED).toBe(MIGRATIONS)
    await push.rest()
    expect(push.sent.map(({ chat }) => chat).toSorted()).toEqual(groups.map(placeOf).toSorted())
    for (const group of groups) {
      expect((await push.chats.read(group)).follows).toEqual([])
      const { follows, language } = await push.chats.read(placeOf(group))
      expect({ follows, language }).toEqual({ follows: [USD], language: 'en' })
    }
  })

  it(`that concerns 1 chat of ${MANY_CHATS} parks it after the third time, and serves all others`, async () => {
    const chats = chatsFrom(1, MANY_CHATS)
    const push = await start({ ratePerSecond: 20_000 }, chats)
    const poison = '5000'
    let refusals = 0
    push.judgeBy(async ({ chat }) => {
      if (chat !== poison) return { kind: 'sent' }
      refusals += 1
      return { kind: 'fail', reason: 'Bad Request: a message that nobody takes' }
    })
    await push.see(news)
    await expect.poll(() => push.queue.parked(), SETTLED).toEqual([poison])
    await push.rest()
    expect(refusals).toBe(3)
    expect(push.sent.length).toBe(MANY_CHATS - 1)
    expect(new Set(push.sent.map(({ chat }) => chat)).size).toBe(MANY_CHATS - 1)
  })
})
