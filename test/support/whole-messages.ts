import { request } from 'undici'
import { afterAll, beforeAll, vi } from 'vitest'
import { ANA, createPeople } from './people.ts'
import { type Program, spawnProgram } from './program.ts'

type Place = typeof ANA

/** A message as the sandbox keeps it. */
export interface Shown {
  readonly message_id: number
  readonly text?: string
  readonly caption?: string
  readonly edit_date?: number
  readonly photo?: readonly { readonly file_id: string; readonly width: number; readonly height: number }[]
  readonly reply_markup?: {
    readonly inline_keyboard?: readonly (readonly {
      readonly text: string
      readonly callback_data?: string
    }[])[]
  }
}

/** The whole program, and people who see whole messages: pictures, captions and buttons; for one file of tests. */
export function useWholeMessages() {
  let program: Program
  let people: ReturnType<typeof createPeople>
  let webChat: string

  beforeAll(async () => {
    program = spawnProgram()
    webChat = await program.address('Web chat')
    people = createPeople(webChat)
    await vi.waitUntil(async () => (await people.ask(ANA, '/tasa')).includes('BCV'), { timeout: 30_000 })
  })
  afterAll(async () => {
    await program.stop()
  })

  const last = async (place: Place): Promise<Shown> => (await people.messages(place)).at(-1) as Shown
  return {
    last,
    root: (): string => webChat,
    people: () => people,
    /** Says something, and answers the last message after the bot replied. */
    async ask(place: Place, text: string): Promise<Shown> {
      await people.ask(place, text)
      return last(place)
    },
    /** Presses the button of a message that has this caption, and answers the last message then. */
    async press(place: Place, message: Shown, caption: string): Promise<Shown> {
      const button = message.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === caption)
      if (!button) throw new Error(`no button ${caption} under ${JSON.stringify(message)}`)
      await people.press(place, message.message_id, button.callback_data ?? '')
      return last(place)
    },
    /** The bytes of a picture. */
    async download(place: Place, fileId: string | undefined): Promise<Buffer> {
      const file = await request(`${webChat}/chat/files/${fileId}?user=${place.user}`)
      return Buffer.from(await file.body.arrayBuffer())
    },
  }
}
