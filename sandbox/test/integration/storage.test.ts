import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InputFile } from 'grammy'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ANA, GROUP_ID } from '../../src/world/cast.ts'
import { png, startSandbox } from '../support/harness.ts'

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tasa-sandbox-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

describe('a sandbox with a directory', () => {
  it('restores its chats, pictures and memberships after a restart', async () => {
    const directory = await newDirectory()
    const first = await startSandbox({ directory })
    const { message } = await first.say('/start')
    const picture = new InputFile(png(40, 30), 'a.png')
    const { photo } = await first.api.sendPhoto(ANA.id, picture, { caption: 'mes' })
    await first.act('remove', { user: ANA.id, chat: GROUP_ID })
    await first.stop()
    const second = await startSandbox({ directory })
    const { messages } = await second.see(`messages?user=${ANA.id}&chat=${ANA.id}`)
    expect(messages).toMatchObject([{ text: '/start' }, { caption: 'mes' }])
    const again = await second.api.sendPhoto(ANA.id, photo[0]?.file_id ?? '')
    expect(again.message_id).toBeGreaterThan(message.message_id + 1)
    await expect(second.api.sendMessage(GROUP_ID, 'x')).rejects.toThrow('403: Forbidden: bot was kicked')
  })

  it('remembers who started the bot when it is killed right afterwards', async () => {
    const directory = await newDirectory()
    const first = await startSandbox({ directory })
    await first.say('/start')
    const answer = async () => (await startSandbox({ directory })).api.sendMessage(ANA.id, 'x')
    await expect.poll(() => answer().catch(String)).toMatchObject({ text: 'x' })
  })

  it('starts empty when its files cannot be read', async () => {
    const directory = await newDirectory()
    await writeFile(join(directory, 'chats.json'), '{"half":')
    const { say } = await startSandbox({ directory })
    expect((await say('hola')).message.text).toBe('hola')
  })
})
