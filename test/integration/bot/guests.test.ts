import { ANA, EMMA, GROUP_ID } from 'telegram-sandbox'
import { beforeEach, expect, test } from 'vitest'
import { owner as ana, useBot } from './harness.ts'

const emma = { user: EMMA.id, chat: GROUP_ID }

const { act, ask, say, seen, talkAs } = await useBot()
beforeEach(() => act('remove', ana))

test('a mention in a chat without the bot gets one message, in the language of the sender', async () => {
  await say(ana, '100 usd') // no mention is not sent to it
  const answer = await ask(ana, '@tasa_sandbox_bot 100 usd')
  expect(answer.text).toContain('$100 en bolívares\n$ Dólar oficial          34.992,72')
  expect(answer).toMatchObject({ guest_bot_caller_user: { id: ANA.id } })
  await talkAs(emma, ['how much is 5,000 bs @tasa_sandbox_bot', 'Bs.\u00a05,000 in dollars'])
  expect((await seen(ana)).filter(({ from }) => from?.is_bot)).toHaveLength(2)
})

test('a mention gets the named rate, all rates without a text, and examples for a text that cannot be read', async () => {
  await talkAs(
    ana,
    ['@tasa_sandbox_bot page_beta.usd', '$1 = Bs.\u00a0812,40'],
    ['@tasa_sandbox_bot', 'Dólar paralelo'],
    ['qué dices, @tasa_sandbox_bot', /^Escribe 100 usd, 5000 bs o una tasa$/],
  )
})

test('a person over the limit of mentions is not answered', async () => {
  for (let call = 0; call < 30; call++) await say(ana, '@tasa_sandbox_bot eur')
  await say(emma, '@tasa_sandbox_bot eur')
  const callers = async (): Promise<unknown[]> =>
    (await seen(ana)).flatMap((one) => ('guest_bot_caller_user' in one ? one.guest_bot_caller_user : []))
  await expect.poll(callers).toContainEqual(expect.objectContaining({ id: EMMA.id }))
  expect((await callers()).length).toBeLessThan(25)
})
