import { isDeepStrictEqual } from 'node:util'
import { ANA, CHANNEL_ID, GROUP_ID, type Person } from 'telegram-sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox, TOKEN } from '../../sandbox/test/support/harness.ts'
import { createPeople } from '../support/people.ts'
import { spawnProgram } from '../support/program.ts'
import { withPrivateRedis } from '../support/redis.ts'

const ONLOOKERS: readonly Person[] = Array.from({ length: 30 }, (_, index) => ({
  id: 20_000_001 + index,
  is_bot: false,
  first_name: `Persona ${index + 1}`,
  language_code: 'es',
}))
/** Each round stays below the limit of a group, and the answer to its last command is the last one. */
const ROUNDS = [
  ['/start', '/tasa', '/tasa usd', '/convertir 100 usd', '/help'],
  ['/historial usd 30d', '/brecha', '/cambios usd', '/imagen', '/help'],
  ['/cobrar 20', '/conviene 980', '/alertas', '/help'],
  ['/ajustes', '/fijar', '/help'],
]
const ANSWERABLE_MS = 120_000
const SOON = { timeout: 60_000, interval: 50 }

type Shown = Awaited<ReturnType<ReturnType<typeof createPeople>['messages']>>[number]

const isOfBot = ({ from, reply_markup }: Shown): boolean =>
  from?.is_bot !== false && reply_markup !== undefined
/** Prices go on being sent, and shown in the live message, whoever presses what. */
const isPushed = ({ text }: Shown): boolean => text !== undefined && /^[▲▼]|\nEn vivo\n/.test(text)

/** A minute passes for the chat: what Ana asked limits nobody any more. */
const forgetLimit = (dataDirectory: string, chat: number): Promise<number> =>
  withPrivateRedis(dataDirectory, (redis) => redis.del(`group:${chat}`))

/** The program before a stand-in for Telegram with Ana, who owns a group and a channel, and 30 members and readers. */
async function arrange() {
  const sandbox = await startSandbox({ people: [ANA, ...ONLOOKERS], answerableMs: ANSWERABLE_MS })
  const program = spawnProgram({
    env: { BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: sandbox.root, SOURCES_FILE: 'simulated' },
  })
  onTestFinished(async () => void (await program.stop()))
  await program.address('Bot')
  const people = createPeople(sandbox.root)
  await people.insist({ user: ANA.id, chat: ANA.id }, '/tasa page_beta.usd', /^Paralelo/)

  /** Ana asks for everything in a chat, which shows answers with buttons, a push where it has some, and a live message. */
  async function ask(chat: number): Promise<readonly Shown[]> {
    const place = { user: ANA.id, chat }
    await sandbox.act('remove', place)
    await sandbox.act('add', { ...place, administrator: true })
    const textsOf = async () => (await people.messages(place)).map(({ text = '' }) => text)
    await people.say(place, '/seguir page_gamma.usd')
    await expect.poll(textsOf, SOON).toContainEqual(expect.stringMatching(/^[▲▼]/))
    for (const [at, round] of ROUNDS.entries()) {
      await forgetLimit(program.dataDirectory, chat)
      for (const text of round) await people.say(place, text)
      const helped = async () => (await textsOf()).filter((text) => text.startsWith('Pregúntame como'))
      await expect.poll(helped, SOON).toHaveLength(at + 1)
    }
    expect(await textsOf()).toContainEqual(expect.stringMatching(/\nEn vivo\n/))
    await forgetLimit(program.dataDirectory, chat)
    return people.messages(place)
  }

  /** Everybody presses every button below these messages; what each press is answered. */
  async function pressAll(chat: number, messages: readonly Shown[]): Promise<readonly object[]> {
    const buttons = messages
      .filter(isOfBot)
      .flatMap(({ message_id, reply_markup }) =>
        (reply_markup?.inline_keyboard ?? [])
          .flat()
          .flatMap(({ callback_data, text }) =>
            callback_data === undefined ? [] : [{ message_id, callback_data, text }],
          ),
      )
    const answers = ONLOOKERS.map(async ({ id }) => {
      const told: object[] = []
      for (const { message_id, callback_data } of buttons)
        told.push((await people.press({ user: id, chat }, message_id, callback_data)) as object)
      return told
    })
    return (await Promise.all(answers)).flat()
  }
  return { people, ask, pressAll }
}

it('30 readers of a channel and members of a group press every button: they change and post nothing, and are led to the private chat', async () => {
  const { people, ask, pressAll } = await arrange()
  for (const chat of [CHANNEL_ID, GROUP_ID]) {
    const before = await ask(chat)
    const answers = await pressAll(chat, before)
    const after = await people.messages({ user: ANA.id, chat })
    const stay = (messages: readonly Shown[]) => messages.filter((one) => !isPushed(one))
    const changed = stay(after).filter((one) => !stay(before).some((other) => isDeepStrictEqual(one, other)))
    expect(changed.map(({ message_id, text }) => [message_id, text])).toEqual([])
    expect(answers.length).toBeGreaterThan(ONLOOKERS.length * ROUNDS.flat().length)
    expect(answers.filter((answer) => !('url' in answer) && !('text' in answer))).toEqual([])
  }
}, 300_000)
