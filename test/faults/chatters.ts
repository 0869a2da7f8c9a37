import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { parseHtml } from 'telegram-sandbox'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { spawnProgram } from '../support/program.ts'
import { createUpdates, UPDATES_SECRET } from '../support/updates.ts'
import type { Setting, Survived } from './scenario.ts'
import { holds, isReady, startLinkedTown, times, wait } from './worlds.ts'

const GROUP_ID = -1_001_000_000_001
const TEXTS_PER_CHAT = 10
const SETTLED_MS_MAX = 90_000
const OTHERS_MS_MAX = 1_000
const GROUP_MS_MAX = 3_000
/** The web chat keeps the last 100 messages of a chat: a faster flood would push answers out before they are read. */
const FLOOD_EVERY_MS = 25
const ANSWERED_MS_MAX = 15_000
/** Of two others in turn: who asks more than once in 1.05 s waits for the own earlier answers. */
const ASKED_EVERY_MS = 600
/** The price itself, which no help names. */
const ANSWER = /Bs\.\s\d/
const CHANGING = ['/seguir usd', '/dejar usd', '/alertas usd > 900', '/ajustes', '/parar'] as const
const GENUINE = ['f:d:banco.usd', 'u:d:banco.usd', 'r:d:banco.usd', 's', 'o:1', 'rates'] as const

/** A bot that gets its updates by webhook, and the town it is in. */
async function startBot(setting: Setting) {
  const { town } = await startLinkedTown(setting, { ratePerSecond: 2_000, chats: 0 })
  const bot = town.startBot({ TELEGRAM_WEBHOOK_SECRET: UPDATES_SECRET })
  const address = await bot.address('Bot')
  // It listens before it has loaded prices and registered at Telegram.
  await wait('the bot is ready', () => isReady(bot), SETTLED_MS_MAX)
  const errors = (): number => bot.err().split('"level":"error"').length - 1
  return { town, bot, updates: createUpdates(() => address), errors }
}

const isParsed = (html: string): boolean => {
  try {
    return parseHtml(html).text.length > 0
  } catch {
    return false
  }
}

/** Generated texts, alone and behind commands. */
export async function sayHostileThings(setting: Setting): Promise<Survived> {
  const { town, bot, updates, errors } = await startBot(setting)
  const n = setting.size(10_000, 300)
  const anything = fc.oneof(
    fc.string({ maxLength: 300, unit: 'grapheme' }),
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.constantFrom(
      '<b>',
      '</pre>',
      '&#0;',
      '\u202e',
      '9'.repeat(400),
      '1e999 usd',
      '((((',
      '100 usd',
      '%',
      '-0 bs a',
    ),
  )
  const commands = [
    '',
    '',
    '/convertir ',
    '/tasa ',
    '/alertas ',
    '/historial ',
    '/seguir ',
    '/cambios ',
    '/brecha ',
    '/ajustes ',
  ]
  const texts = fc.sample(fc.tuple(fc.constantFrom(...commands), anything), {
    numRuns: n,
    seed: Math.floor(setting.random() * 2 ** 31),
  })
  const statuses = await times(n, (index) =>
    updates.say(1_000 + Math.floor(index / TEXTS_PER_CHAT), texts[index]?.join('') ?? '', true),
  )
  const refused = statuses.filter((status) => status !== 200)
  await updates.say(1, '/help')
  const { sent } = town.recorder
  await holds(() => sent.some(({ chat }) => chat === '1'), SETTLED_MS_MAX)
  let count = -1
  await holds(
    () => {
      const isSettled = sent.length === count
      count = sent.length
      return isSettled
    },
    SETTLED_MS_MAX,
    2_000,
  )
  const unparsed = sent.filter(({ text }) => !isParsed(text))
  assert.deepEqual(town.lastWords(), [])
  if (errors() > 0) process.stderr.write(`${/.*"level":"error".*/.exec(bot.err())?.[0]}\n`)
  const lost = unparsed.length + errors() + refused.length
  if (lost > 0)
    process.stderr.write(`${unparsed.length} unparsed, ${errors()} errors, ${refused.length} refused\n`)
  return { n, of: `texts, ${sent.length} answers`, lost }
}

/** Presses of buttons that nobody offered, in a group whose administrators cannot be looked up. */
export async function forgeButtons(setting: Setting): Promise<Survived> {
  const { town, updates, errors } = await startBot(setting)
  const n = setting.size(1_000, 100)
  const letters = 'abcdefghijklmnopqrstuvwxyz:.#0123456789_-ABC\u202e<>"'
  const pick = (text: string): string => text[Math.floor(setting.random() * text.length)] ?? 'x'
  const mutate = (data: string): string => {
    const at = Math.floor(setting.random() * (data.length + 1))
    const kind = Math.floor(setting.random() * 4)
    if (kind === 0) return data
    if (kind === 1) return data.slice(0, at) + pick(letters) + data.slice(at)
    if (kind === 2) return data.slice(0, at)
    return data.slice(0, at) + pick(letters) + data.slice(at + 1)
  }
  const presses = Array.from({ length: n }, (_, index) => ({
    id: String(index),
    from: { id: 50_000 + index, is_bot: false, first_name: 'Ana' },
    chat_instance: '1',
    data: mutate(GENUINE[index % GENUINE.length] ?? ''),
    message: {
      message_id: 1 + (index % 50),
      date: 0,
      chat: { id: GROUP_ID - (index % 20), type: 'supergroup', title: 'G' },
      text: 'x',
    },
  }))
  const statuses = await times(n, (index) => updates.bring({ callback_query: presses[index] }, true))
  const refused = statuses.filter((status) => status !== 200)
  await updates.say(1, '/help')
  await holds(() => town.recorder.sent.some(({ chat }) => chat === '1'), SETTLED_MS_MAX)
  let changed = 0
  for (let group = 0; group < 20; group++) {
    const { follows } = await town.chats.read(String(GROUP_ID - group))
    changed += follows.length
  }
  assert.deepEqual(town.lastWords(), [])
  return { n, of: 'forged presses', lost: changed + errors() + refused.length }
}

async function startGroup(setting: Setting) {
  const program = spawnProgram()
  setting.atEnd(() => program.stop())
  const sandbox = await program.address('Web chat')
  const act = async (what: string, body: object): Promise<void> => {
    const answer = await fetch(`${sandbox}/chat/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.text()
  }
  await act('add', { user: ANA.user, chat: GROUP_ID })
  return { people: createPeople(sandbox), act, program }
}

/** A member tries every command that changes the group. */
export async function changeAsMember(setting: Setting): Promise<Survived> {
  const { people, act } = await startGroup(setting)
  await act('faults', { flood_limits: false })
  const [member, administrator] = [
    { user: EMMA.user, chat: GROUP_ID },
    { user: ANA.user, chat: GROUP_ID },
  ]
  let wrong = 0
  // One each, as a group answers a member seven commands a minute.
  for (const command of CHANGING) if (!/administra/i.test(await people.ask(member, command))) wrong += 1
  if (!/Bs\./.test(await people.ask(member, '/tasa usd'))) wrong += 1
  if (/administra/i.test(await people.ask(administrator, '/seguir usd'))) wrong += 1
  return { n: CHANGING.length + 2, of: 'commands in a group', lost: wrong }
}

/** One floods; how long others wait for an answer. */
export async function flood(setting: Setting, { inGroup }: { readonly inGroup: boolean }): Promise<Survived> {
  const { people, act } = await startGroup(setting)
  await act('faults', { flood_limits: false })
  const flooder = inGroup ? { user: LUIS.user, chat: GROUP_ID } : LUIS
  const others = inGroup
    ? [
        { user: ANA.user, chat: GROUP_ID },
        { user: EMMA.user, chat: GROUP_ID },
      ]
    : [EMMA, ANA]
  // Telegram's 20 messages a minute in a group leave two others, beside one who floods, two answers each.
  const asked = inGroup ? 4 : setting.size(20, 4)
  let isOver = false
  const flooding = (async () => {
    while (!isOver) {
      await people.say(flooder, '/ayuda')
      if (inGroup) await sleep(FLOOD_EVERY_MS)
    }
  })()
  let slowest = 0
  let lost = 0
  for (let i = 0; i < asked; i++) {
    const startedAt = performance.now()
    const place = others[i % 2] ?? ANA
    const asked = await people.say(place, '/tasa usd')
    // In a group the answers to the flood come in between.
    const isAnswered = async (): Promise<boolean> =>
      (await people.heard(place, asked, 0)).some((text) => ANSWER.test(text))
    if (!(await holds(isAnswered, ANSWERED_MS_MAX, 20))) lost += 1
    slowest = Math.max(slowest, performance.now() - startedAt)
    await sleep(ASKED_EVERY_MS)
  }
  isOver = true
  await flooding
  return {
    n: asked,
    of: 'questions of others',
    lost,
    delay: { of: 'to an answer', ms: slowest, msMax: inGroup ? GROUP_MS_MAX : OTHERS_MS_MAX },
  }
}
