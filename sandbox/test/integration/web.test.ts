import { InlineKeyboard, InlineQueryResultBuilder } from 'grammy'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ANA, BASIC_GROUP_ID, FORUM_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { openPage, openSandbox, useBrowser } from '../support/browser.ts'
import { startSandbox } from '../support/harness.ts'
import { shows, write } from '../support/web-chat.ts'

useBrowser()

describe('a person in the browser', () => {
  it('starts the bot, presses a button, and sees edits, pushes and what the bot is doing until then', async () => {
    const { bot, api, listen, page } = await openSandbox()
    bot.command('start', (context) =>
      context.reply('¡Hola!', { reply_markup: new InlineKeyboard().text('Dólar', 'usd') }),
    )
    bot.callbackQuery('usd', async (context) => {
      await context.answerCallbackQuery('Anotado')
      await context.editMessageText('Dólar: <pre>800,00</pre>', { parse_mode: 'HTML' })
    })
    listen()
    await page.getByRole('button', { name: 'Iniciar' }).click()
    await page.getByRole('button', { name: 'Dólar' }).click()
    await page.getByText('Anotado').waitFor()
    await shows(page, '800,00')
    await api.sendChatAction(ANA.id, 'typing')
    await page.getByText('escribiendo…').waitFor()
    await api.sendMessage(ANA.id, 'El dólar subió a 810')
    await shows(page, 'El dólar subió a 810')
    await page.getByText('escribiendo…').waitFor({ state: 'hidden' })
  })

  it('is shown no inline results after the query was sent as a message', async () => {
    const { bot, listen, page } = await openSandbox()
    const slow = Promise.withResolvers<void>()
    bot.on('inline_query', async (context) => {
      await slow.promise
      await context.answerInlineQuery([InlineQueryResultBuilder.article('1', '100 USD').text('100')])
    })
    listen()
    const [asked, answered] = [page.waitForRequest('**/chat/inline'), page.waitForResponse('**/chat/inline')]
    await page.getByRole('textbox').last().fill('@tasa_sandbox_bot 100 usd')
    await asked
    await page.getByRole('textbox').last().press('Enter')
    await shows(page, '100 usd')
    slow.resolve()
    await answered
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))')
    expect(await page.getByRole('button', { name: '100 USD' }).count()).toBe(0)
  })

  it('sees unread counts of other chats, and markup of people as plain text', async () => {
    const { api, act, page } = await openSandbox()
    await act('send', { user: LUIS.id, chat: LUIS.id, text: '/start' })
    await write(page, '<img src=x onerror=alert(1)>')
    await shows(page, '<img src=x onerror=alert(1)>')
    await api.sendMessage(LUIS.id, 'solo para Luis')
    await page.locator('.person .unread').waitFor()
    await page.getByRole('tab', { name: 'Luis' }).click()
    await shows(page, 'solo para Luis')
  })

  it('reads the description of the bot, also when it is set later, and is offered no controls where there are none', async () => {
    const { api, page } = await openSandbox()
    await page.getByRole('button', { name: 'Iniciar' }).waitFor()
    await api.setMyDescription('Esto hago.')
    await page.locator('.welcome .about').getByText('Esto hago.').waitFor()
    expect(await page.locator('.welcome .note').count()).toBe(0)
    await page.getByRole('button', { name: 'Herramientas', exact: true }).click()
    await page.getByRole('switch', { name: /502/ }).waitFor()
    expect(await page.locator('#controls').isVisible()).toBe(false)
  })

  it('writes in a topic of a forum and answers a question of the bot there', async () => {
    const { bot, api, listen, page } = await openSandbox()
    bot.on('message', (context) =>
      context.message.reply_to_message
        ? context.reply(`anotado: ${context.message.text}`)
        : context.reply('¿Cuánto?', {
            message_thread_id: context.message.message_thread_id ?? 0,
            reply_parameters: { message_id: context.message.message_id },
            reply_markup: { force_reply: true, selective: true },
          }),
    )
    listen()
    await page.getByRole('link', { name: 'Economía del barrio' }).click()
    await page.getByRole('button', { name: 'Euro' }).click()
    await write(page, '/convertir@tasa_sandbox_bot')
    await shows(page, '¿Cuánto?')
    await page.locator('#replying .quote').waitFor()
    await write(page, '100')
    await shows(page, 'anotado: 100')
    await api.sendMessage(FORUM_ID, 'en General')
    await page.locator('.topic .unread').waitFor()
    expect(await page.getByRole('log').getByText('en General').count()).toBe(0)
  })

  it('sees the chats of a restarted sandbox without reloading the page', async () => {
    const old = await startSandbox()
    await old.say('/start')
    const page = await openPage(old.root)
    await shows(page, '/start')
    await old.stop()
    await page.locator('.offline').waitFor()
    const restarted = await startSandbox({ port: Number(new URL(old.root).port) })
    await restarted.say('de nuevo aquí')
    await shows(page, 'de nuevo aquí')
    expect(await page.getByRole('log').getByText('/start').count()).toBe(0)
  })

  it('reads the last hundred messages as text, also while hundreds arrive', async () => {
    const { api, page } = await openSandbox({ said: '/start' })
    await shows(page, '/start')
    await Promise.all(Array.from({ length: 300 }, (_, index) => api.sendMessage(ANA.id, `aviso ${index}.`)))
    const last = Array.from({ length: 99 }, (_, index) => `mensaje ${index}.`)
    for (const text of last) await api.sendMessage(ANA.id, text)
    await write(page, 'sigo aquí')
    await shows(page, 'sigo aquí')
    expect(await page.locator('.message .text').allTextContents()).toEqual([...last, 'sigo aquí'])
  })
})

/** The last words of a chat, as the list of chats has them. */
const lastWords = (page: Page, chat: number) =>
  page.locator(`[data-chat="${chat}"] .chat-last`).getAttribute('data-preview')

describe('an open page', () => {
  it('shows no message for another person alone, neither new nor edited', async () => {
    const { api, page } = await openSandbox({ query: `?chat=${GROUP_ID}` })
    await api.sendMessage(GROUP_ID, 'para todos')
    await shows(page, 'para todos')
    const toLuis = { ephemeral_message_parameters: { receiver_user_id: LUIS.id } }
    const { ephemeral_message_id } = await api.sendMessage(GROUP_ID, 'solo para Luis', toLuis)
    await api.editMessageText(GROUP_ID, Number(ephemeral_message_id), 'solo para Luis, hoy')
    await api.sendMessage(FORUM_ID, 'después')
    await expect.poll(() => lastWords(page, FORUM_ID)).toBe('después')
    expect(await page.locator('.message .text').allTextContents()).toEqual(['para todos'])
    expect(await lastWords(page, GROUP_ID)).toBe('para todos')
    await page.getByRole('tab', { name: 'Luis' }).click()
    await page.getByRole('link', { name: 'Cambios Caracas' }).click()
    await shows(page, 'solo para Luis')
  })

  it('updates the pinned bar and the list of chats when messages are edited and deleted, and cuts no character in half', async () => {
    const { api, page } = await openSandbox({ said: '/start' })
    const { message_id } = await api.sendMessage(ANA.id, `Dólar: 100,00 ${'😀'.repeat(60)}`)
    await api.pinChatMessage(ANA.id, message_id)
    const notice = await api.sendMessage(ANA.id, 'precio viejo')
    const bar = page.locator('#pinned')
    await bar.getByText('100,00').waitFor()

    await api.editMessageText(ANA.id, message_id, 'Dólar: 200,00')
    await bar.getByText('200,00').waitFor()
    await api.editMessageText(ANA.id, notice.message_id, 'precio nuevo')
    await expect.poll(() => lastWords(page, ANA.id)).toBe('precio nuevo')
    await api.deleteMessage(ANA.id, notice.message_id)
    await expect.poll(() => lastWords(page, ANA.id)).toMatch(`fijó «Dólar: 100,00 ${'😀'.repeat(25)}…»`)
    await api.deleteMessage(ANA.id, message_id)
    await bar.waitFor({ state: 'hidden' })
  })

  it('opens the supergroup when its group is upgraded in another window, and the old id names the new one', async () => {
    const { act, api, call, page } = await openSandbox({ query: `?user=${LUIS.id}&chat=${BASIC_GROUP_ID}` })
    await page.getByRole('heading', { name: 'La familia' }).waitFor()
    const { chat } = await act('upgrade', { user: ANA.id, chat: BASIC_GROUP_ID })
    const migrate_to_chat_id = (chat as { id: number }).id
    expect((await call('sendMessage', { chat_id: BASIC_GROUP_ID, text: 'x' })).body).toMatchObject({
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id },
    })
    const told = [{ migrate_to_chat_id }, { migrate_from_chat_id: BASIC_GROUP_ID }]
    expect((await api.getUpdates()).map(({ message }) => message)).toMatchObject(told)
    await api.sendMessage(migrate_to_chat_id, 'x')
    await shows(page, /convirtió el grupo en supergrupo/)
    await page.getByRole('heading', { name: 'La familia' }).waitFor()
    await write(page, 'aquí seguimos')
    await shows(page, 'aquí seguimos')
  })
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('the page', () => {
  it('shows all lines of the message box, also beside the tools', async () => {
    const { page } = await openSandbox({ window: { viewport: { width: 1280, height: 800 } } })
    const box = page.getByRole('textbox').last()
    await box.fill('una línea bastante larga que cabe de sobra mientras no se abren las herramientas')
    const before = await box.boundingBox()
    await page.locator('#tools-toggle').click()
    await page.locator('#tools').waitFor()
    await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(before?.height ?? 0)
    const cutOff = box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(await cutOff).toBe(0)
  })

  it('offers a reply on a phone after a tap on a message', async () => {
    const { api, page } = await openSandbox({ window: PHONE, said: '/start' })
    await api.sendMessage(ANA.id, 'Dólar: 800,00')
    await shows(page, 'Dólar: 800,00')
    await page.locator('.message.other .text').tap()
    await page.locator('.message.other').getByRole('button', { name: 'Responder' }).tap()
    await page.locator('#replying .quote').waitFor()
  })
})
