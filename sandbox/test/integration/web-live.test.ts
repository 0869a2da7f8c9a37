import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ANA, BASIC_GROUP_ID, FORUM_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { openPage, useBrowser } from '../support/browser.ts'
import { startSandbox } from '../support/harness.ts'
import { shows, write } from '../support/web-chat.ts'

useBrowser()

/** The last words of a chat, as the list of chats has them. */
const lastWords = (page: Page, chat: number) =>
  page.locator(`[data-chat="${chat}"] .chat-last`).getAttribute('data-preview')

describe('an open page', () => {
  it('shows no message for another person alone, neither new nor edited', async () => {
    const { api, root } = await startSandbox()
    await api.sendMessage(GROUP_ID, 'para todos')
    const page = await openPage(`${root}/?chat=${GROUP_ID}`)
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

  it('updates the pinned bar and the list of chats when messages are edited and deleted', async () => {
    const { api, say, root } = await startSandbox()
    await say('/start')
    const { message_id } = await api.sendMessage(ANA.id, 'Dólar: 100,00')
    await api.pinChatMessage(ANA.id, message_id)
    const notice = await api.sendMessage(ANA.id, 'precio viejo')
    const page = await openPage(root)
    const bar = page.locator('#pinned')
    await bar.getByText('100,00').waitFor()

    await api.editMessageText(ANA.id, message_id, 'Dólar: 200,00')
    await bar.getByText('200,00').waitFor()
    await api.editMessageText(ANA.id, notice.message_id, 'precio nuevo')
    await expect.poll(() => lastWords(page, ANA.id)).toBe('precio nuevo')
    await api.deleteMessage(ANA.id, notice.message_id)
    await expect.poll(() => lastWords(page, ANA.id)).toMatch(/fijó/)
    await api.deleteMessage(ANA.id, message_id)
    await bar.waitFor({ state: 'hidden' })
  })

  it('opens the supergroup when its group is upgraded in another window', async () => {
    const { act, root } = await startSandbox()
    const page = await openPage(`${root}/?user=${LUIS.id}&chat=${BASIC_GROUP_ID}`)
    await page.getByRole('heading', { name: 'La familia' }).waitFor()
    await act('upgrade', { user: ANA.id, chat: BASIC_GROUP_ID })
    await shows(page, /convirtió el grupo en supergrupo/)
    await page.getByRole('heading', { name: 'La familia' }).waitFor()
    await write(page, 'aquí seguimos')
    await shows(page, 'aquí seguimos')
  })
})
