import { InputFile } from 'grammy'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ANA, CHANNEL_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { openPage, openSandbox, useBrowser } from '../support/browser.ts'
import { png, startSandbox } from '../support/harness.ts'
import { shows, write } from '../support/web-chat.ts'

useBrowser()

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id')

describe('beside the chat', () => {
  it('a person switches faults on, sees each call with its answer and each update once, and uses a control of the program, which refuses a body that it does not know', async () => {
    const moved: number[] = []
    const run = async (body: unknown) => void moved.push(z.object({ by: z.number() }).parse(body).by)
    const buttons = [{ label: '+3 %', body: { by: 3 }, done: 'Se mueve +3 %.' }]
    const controls = { title: 'Mover', note: 'Se mueve.', rows: [{ name: 'move', run, buttons }] }
    const { api, act, see, page } = await openSandbox({ controls, said: '/start' })
    await api.sendDocument(ANA.id, new InputFile(Buffer.from('a,b'), 'datos.csv'))
    await page.getByRole('button', { name: 'Herramientas', exact: true }).click()
    await page.getByRole('switch', { name: /429/ }).check()
    await expect.poll(() => api.sendMessage(ANA.id, 'x').catch(String)).toMatch(/429: .*retry after/)
    await api.getChatAdministrators(GROUP_ID)
    const refused = page.locator('.call.refused').filter({ hasText: 'sendMessage' }).first()
    await refused.locator('summary').click()
    await refused.getByText('Too Many Requests').waitFor()
    const calls = page.locator('.call')
    expect(await calls.filter({ hasText: '↓ message' }).filter({ hasText: '/start' }).count()).toBe(1)
    expect(await calls.filter({ hasText: '<3 bytes>' }).count()).toBe(1)
    const { last } = await see('calls')
    expect((await see(`calls?after=${last}`)).calls).toEqual([])
    expect(await act('faults', { retry_after: 9 })).toMatchObject({ retry_after: 9 })
    await expect(api.sendMessage(ANA.id, 'x')).rejects.toThrow('429: Too Many Requests: retry after 9')
    await act('faults', { retry_after: 0 })
    await api.sendMessage(ANA.id, 'x')
    await expect.poll(() => page.getByRole('switch', { name: /429/ }).isChecked()).toBe(false)
    await page.getByRole('button', { name: '+3 %' }).click()
    await page.getByText('Se mueve +3 %.').waitFor()
    expect((await act('move', {})).error).toMatch(/^by: /)
    expect(moved).toEqual([3])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '+3 %' }).waitFor({ state: 'hidden' })
  })
})

describe('in the chat', () => {
  it('a person blocks the bot, which cannot write then, and unblocks it, and the bot is told of both', async () => {
    const { api, page, say } = await openSandbox({ said: '/start' })
    await page.getByLabel('Opciones del chat').click()
    await page.getByRole('button', { name: 'Bloquear al bot' }).first().click()
    await page.getByText('bloqueado', { exact: true }).waitFor()
    await expect(api.sendMessage(ANA.id, 'x')).rejects.toThrow('403: Forbidden: bot was blocked by the user')
    expect((await say('hola')).error).toMatch(/Bloqueaste/)
    await page.getByLabel('Opciones del chat').click()
    await page.getByRole('button', { name: 'Desbloquear al bot' }).first().click()
    await expect.poll(() => api.sendMessage(ANA.id, 'x').catch(String)).toMatchObject({ text: 'x' })
    const told = (await api.getUpdates()).map((update) => update.my_chat_member?.new_chat_member.status)
    expect(told).toEqual([undefined, 'kicked', 'member'])
  })

  it('a picture is drawn large and opens in a window of its own, and a file can be fetched', async () => {
    const { api, page } = await openSandbox({ said: '/start' })
    await api.sendPhoto(ANA.id, new InputFile(png(120, 80), 'a.png'), { caption: 'Dólar, 30 días' })
    await api.sendDocument(ANA.id, new InputFile(Buffer.alloc(2_048), 'datos.csv'))
    const opened = page.context().waitForEvent('page')
    const picture = page.getByRole('img', { name: 'Dólar, 30 días' })
    expect((await picture.boundingBox())?.width).toBeGreaterThan(300)
    await picture.click()
    const own = (await opened).locator('img')
    await expect.poll(async () => (await own.boundingBox())?.width).toBe(120)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /datos\.csv.*2 KB/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('datos.csv')
  })

  it('administrators write in a channel, which the bot is sent, others read, and its pinned message is on top', async () => {
    const { api, act, root } = await startSandbox()
    const { message_id } = await api.sendMessage(CHANNEL_ID, 'Precio en vivo')
    await api.pinChatMessage(CHANNEL_ID, message_id)
    const at = (user: number) => openPage(`${root}/?user=${user}&chat=${CHANNEL_ID}`)
    const [admin, reader] = await Promise.all([at(ANA.id), at(LUIS.id)])
    await write(admin, 'buenos días')
    await shows(reader, 'buenos días')
    const post = { text: 'buenos días', sender_chat: { id: CHANNEL_ID } }
    expect(await api.getUpdates()).toMatchObject([{ channel_post: post }])
    const refused = await act('send', { user: LUIS.id, chat: CHANNEL_ID, text: 'hola' })
    expect(refused.error).toMatch(/solo publican sus administradores/)
    await reader.getByRole('button', { name: 'Mensaje fijado: Precio en vivo' }).waitFor()
    expect(await reader.getByRole('textbox').last().isDisabled()).toBe(true)
    expect(await reader.locator('#form .icon:visible').count()).toBe(0)
    await reader.getByRole('link', { name: 'Tasa' }).click()
    await reader.getByRole('button', { name: 'Enviar' }).waitFor()
  })

  it('a new administrator may write in the name of the group', async () => {
    const { api, root } = await startSandbox()
    const page = await openPage(`${root}/?user=${ANA.id}&chat=${GROUP_ID}`)
    await page.getByLabel('Opciones del chat').click()
    await page.getByRole('button', { name: 'Hacer administrador a Luis' }).click()
    await expect.poll(async () => (await api.getChatMember(GROUP_ID, LUIS.id)).status).toBe('administrator')
    const other = await openPage(`${root}/?user=${LUIS.id}&chat=${GROUP_ID}`)
    await other.getByLabel('Opciones del chat').click()
    await other.getByRole('button', { name: 'Escribir como el grupo' }).click()
    await write(other, '/rate')
    await expect.poll(() => api.getUpdates()).toMatchObject([{ message: { sender_chat: { id: GROUP_ID } } }])
  })
})

describe('with the keyboard alone', () => {
  it('a person goes from chat to chat, picks a command, opens the tools and comes back', async () => {
    const { api, see, root } = await startSandbox()
    await api.setMyCommands([
      { command: 'tasa', description: 'El precio' },
      { command: 'brecha', description: 'La brecha' },
    ])
    const page = await openPage(root)
    await expect.poll(() => focused(page)).toBe('box')
    await page.keyboard.type('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.message.own').getByText('/brecha').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('heading', { name: 'Cambios Caracas' }).waitFor()
    await page.getByRole('button', { name: 'Herramientas', exact: true }).press('Enter')
    await page.getByRole('switch', { name: /502/ }).press('Space')
    await expect.poll(async () => (await see('faults')).down).toBe(true)
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('tools-toggle')
    await page.getByRole('tab', { name: 'Ana' }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Luis', selected: true }).waitFor()
  })
})
