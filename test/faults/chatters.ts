import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { parseHtml } from 'telegram-sandbox'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { spawnProgram } from '../support/program.ts'
import type { Scenario, Setting, Survived } from './scenario.ts'
import { countOthers, holds, isReady, startLinkedTown, startWebhookBot, times, wait } from './worlds.ts'

const GROUP_ID = -1_001_000_000_001
const GROUPS = 20
const TEXTS_PER_CHAT = 10
const SETTLED_MS_MAX = 90_000
/** The web chat keeps the last 100 messages of a chat: a faster flood would push answers out before they are read. */
const FLOOD_EVERY_MS = 25
/** Of two others in turn: who asks more than once in 1.05 s waits for the own earlier answers. */
const ASKED_EVERY_MS = 600
/** The price itself, which no help names. */
const ANSWER = /Bs\.\s\d/
const GENUINE = ['f:d:banco.usd', 'u:d:banco.usd', 'r:d:banco.usd', 's', 'o:1', 'rates']
const LETTERS = 'abcdefghijklmnopqrstuvwxyz:.#0123456789_-ABC\u202e<>"'
const COMMANDS = [
  '',
  '',
  ...'convertir tasa alertas historial seguir cambios brecha ajustes'.split(' ').map((name) => `/${name} `),
]
const HOSTILE = [
  ...'<b> </pre> &#0; \u202e (((( %'.split(' '),
  '9'.repeat(400),
  '1e999 usd',
  '100 usd',
  '-0 bs a',
]

/** A bot that gets its updates by webhook, and the town it is in. */
async function startBot(setting: Setting) {
  const { town } = await startLinkedTown(setting, { ratePerSecond: 2_000 })
  const { bot, updates } = await startWebhookBot(town)
  // It listens before it has loaded prices and registered at Telegram.
  await wait('the bot is ready', () => isReady(bot))
  return {
    town,
    updates,
    /** Waits until the last of all updates is answered; how many errors were logged. */
    async errors(): Promise<number> {
      await updates.say(1, '/help', true)
      const { sent } = town.recorder
      await holds(() => sent.some(({ chat }) => chat === '1'), SETTLED_MS_MAX)
      for (let count = -1; count !== sent.length; await sleep(2_000)) count = sent.length
      assert.deepEqual(town.lastWords(), [])
      return bot.err().split('"level":"error"').length - 1
    },
  }
}

const isParsed = (html: string): boolean => {
  try {
    return parseHtml(html).text.length > 0
  } catch {
    return false
  }
}

/** A button's data with a letter more, fewer or another, or cut. */
function mutate(data: string, random: () => number): string {
  const at = Math.floor(random() * (data.length + 1))
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'x'
  const mutations = [data, data.slice(0, at) + letter + data.slice(at), data.slice(0, at)]
  return mutations[Math.floor(random() * 4)] ?? data.slice(0, at) + letter + data.slice(at + 1)
}

/** The whole program with its sandbox, and a group that its owner let it in. */
async function startGroup(setting: Setting) {
  const program = spawnProgram()
  setting.atEnd(() => program.stop())
  const people = createPeople(await program.address('Web chat'))
  await people.act('add', { user: ANA.user, chat: GROUP_ID })
  await people.act('faults', { flood_limits: false })
  return people
}
const inGroup = ({ user }: typeof ANA) => ({ user, chat: GROUP_ID })

/** One floods; how long others wait for an answer. */
async function flood(setting: Setting, isGroup: boolean): Promise<Survived> {
  const people = await startGroup(setting)
  const [flooder, ...others] = isGroup ? [LUIS, ANA, EMMA].map(inGroup) : [LUIS, EMMA, ANA]
  assert(flooder)
  // Telegram's 20 messages a minute in a group leave two others, beside one who floods, two answers each.
  const n = isGroup ? 4 : setting.size(20, 4)
  let isOver = false
  const flooding = (async () => {
    while (!isOver) {
      await people.say(flooder, '/ayuda')
      if (isGroup) await sleep(FLOOD_EVERY_MS)
    }
  })()
  let [lost, ms] = [0, 0]
  for (let i = 0; i < n; i++) {
    const startedAt = performance.now()
    const place = others[i % 2] ?? flooder
    const asked = await people.say(place, '/tasa usd')
    // In a group the answers to the flood come in between.
    const isAnswered = async () => (await people.heard(place, asked, 0)).some((text) => ANSWER.test(text))
    if (!(await holds(isAnswered, 15_000, 20))) lost += 1
    ms = Math.max(ms, performance.now() - startedAt)
    await sleep(ASKED_EVERY_MS)
  }
  isOver = true
  await flooding
  return { n, of: 'questions of others', lost, delay: { ms, msMax: isGroup ? 3_000 : 1_000 } }
}

export const CHATTERS: readonly Scenario[] = [
  {
    name: 'forged-buttons',
    promise: 'A stale or forged button changes and breaks nothing',
    done: 'mutated buttons are pressed in groups whose administrators cannot be looked up',
    isShort: true,
    async run(setting) {
      const { town, updates, errors } = await startBot(setting)
      const n = setting.size(1_000, 100)
      const statuses = await times(n, (index) => {
        const from = { id: 50_000 + index, is_bot: false, first_name: 'Ana' }
        const chat = { id: GROUP_ID - (index % GROUPS), type: 'supergroup', title: 'G' }
        const message = { message_id: 1 + (index % 50), date: 0, chat, text: 'x' }
        const data = mutate(GENUINE[index % GENUINE.length] ?? '', setting.random)
        return updates.bring(
          { callback_query: { id: String(index), from, chat_instance: '1', data, message } },
          true,
        )
      })
      let lost = countOthers(statuses, 200) + (await errors())
      for (let group = 0; group < GROUPS; group++)
        lost += (await town.chats.read(String(GROUP_ID - group))).follows.length
      return { n, of: 'forged presses', lost }
    },
  },
  {
    name: 'flood',
    promise: 'A flood of commands delays nobody else by a second',
    done: 'one person sends without a pause',
    run: (setting) => flood(setting, false),
  },
  {
    name: 'flood-in-group',
    promise: 'A member floods a group: others and administrators are answered within 3 s',
    done: '40 commands a second',
    isShort: true,
    run: (setting) => flood(setting, true),
  },
  {
    name: 'hostile-text',
    promise: 'Hostile text crashes nothing; Telegram can parse every answer',
    done: 'generated texts are sent, alone and behind commands',
    async run(setting) {
      const { town, updates, errors } = await startBot(setting)
      const n = setting.size(10_000, 300)
      const anything = fc.oneof(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.string({ maxLength: 300, unit: 'binary' }),
        fc.constantFrom(...HOSTILE),
      )
      const texts = fc.sample(fc.tuple(fc.constantFrom(...COMMANDS), anything), {
        numRuns: n,
        seed: Math.floor(setting.random() * 2 ** 31),
      })
      const statuses = await times(n, (index) =>
        updates.say(1_000 + Math.floor(index / TEXTS_PER_CHAT), texts[index]?.join('') ?? '', true),
      )
      const logged = await errors()
      const unparsed = town.recorder.sent.filter(({ text }) => !isParsed(text))
      return { n, of: 'texts', lost: unparsed.length + logged + countOthers(statuses, 200) }
    },
  },
]
