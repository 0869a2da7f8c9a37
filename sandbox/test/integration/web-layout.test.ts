import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ANA, CHANNEL_ID, LUIS } from '../../src/world/cast.ts'
import { openPage, useBrowser } from '../support/browser.ts'
import { startSandbox } from '../support/harness.ts'
import { shows } from '../support/web-chat.ts'

useBrowser()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** How much of an element's content is out of sight, in pixels. */
const cutOff = (element: Locator): Promise<number> =>
  element.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)

describe('the page', () => {
  it('shows all lines of the message box, also beside the tools', async () => {
    const { root } = await startSandbox()
    const page = await openPage(root, { viewport: { width: 1280, height: 800 } })
    const box = page.getByRole('textbox').last()
    await box.fill('una línea bastante larga que cabe de sobra mientras no se abren las herramientas')
    const before = await box.boundingBox()
    await page.locator('#tools-toggle').click()
    await page.locator('#tools').waitFor()
    await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(before?.height ?? 0)
    expect(await cutOff(box)).toBe(0)
  })

  it('offers a reply on a phone after a tap on a message', async () => {
    const { api, say, root } = await startSandbox()
    await say('/start')
    await api.sendMessage(ANA.id, 'Dólar: 800,00')
    const page = await openPage(root, PHONE)
    await shows(page, 'Dólar: 800,00')
    await page.locator('.message.other .text').tap()
    await page.locator('.message.other').getByRole('button', { name: 'Responder' }).tap()
    await page.locator('#replying .quote').waitFor()
  })

  it('has no send button where a person may not write', async () => {
    const { root } = await startSandbox()
    const page = await openPage(`${root}/?user=${LUIS.id}&chat=${CHANNEL_ID}`)
    await page.getByPlaceholder('Solo publican los administradores').waitFor()
    expect(await page.locator('#form .icon:visible').count()).toBe(0)
    await page.getByRole('link', { name: 'Tasa' }).click()
    await page.getByRole('button', { name: 'Enviar' }).waitFor()
  })

  it('shortens a pinned message to whole characters with an ellipsis', async () => {
    const { api, say, root } = await startSandbox()
    await say('/start')
    const { message_id } = await api.sendMessage(ANA.id, '😀'.repeat(60))
    await api.pinChatMessage(ANA.id, message_id)
    const page = await openPage(root)
    await shows(page, `fijó «${'😀'.repeat(39)}…»`)
  })
})
