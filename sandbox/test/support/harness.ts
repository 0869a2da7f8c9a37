import { createCanvas } from '@napi-rs/canvas'
import { Bot } from 'grammy'
import { onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions } from '../../src/sandbox.ts'
import { ANA } from '../../src/world/cast.ts'

export const TOKEN = '4242:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** A sandbox on a free port, without flood limits unless given; a bot of grammY that speaks to it, and the JSON API of the web chat. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({
    port: 0,
    botToken: TOKEN,
    botName: { first_name: 'Tasa', username: 'tasa_sandbox_bot' },
    answerableMs: 5_000,
    ...options,
  })
  await sandbox.start()
  onTestFinished(sandbox.stop)
  const root = sandbox.address()
  const bot = new Bot(TOKEN, { client: { apiRoot: root } })
  await bot.init()

  const act = async (path: string, body: object): Promise<Answer> =>
    (await post(`${root}/chat/${path}`, body)).body as Answer
  /** One call of the Bot API as raw JSON. */
  const call = async (method: string, parameters: object = {}, token = TOKEN) =>
    (await post(`${root}/bot${token}/${method}`, parameters)) as { status: number; body: CallAnswer }
  if (!options.limits) await act('faults', { flood_limits: false })
  const see = async (path: string): Promise<Answer> =>
    (await (await fetch(`${root}/chat/${path}`)).json()) as Answer
  const say = (text: string, more: object = {}) => act('send', { user: ANA.id, chat: ANA.id, text, ...more })

  return {
    root,
    bot,
    api: bot.api,
    act,
    see,
    say,
    call,
    /** Starts long polling; it ends with the test. */
    listen: () => {
      void bot.start({ timeout: 5 })
      onTestFinished(() => bot.stop())
    },
    stop: sandbox.stop,
  }
}

/** What the web chat answers; each test knows its part. */
export interface Answer {
  readonly message: { readonly message_id: number; readonly text: string; readonly [field: string]: unknown }
  readonly messages: readonly { readonly message_id: number; readonly text: string }[]
  readonly chats: readonly {
    readonly id: number
    readonly commands: unknown
    readonly pinned?: { readonly text: string }
  }[]
  readonly error?: string
  readonly [field: string]: unknown
}

/** What the Bot API answers. */
export interface CallAnswer {
  readonly ok: boolean
  readonly result: { readonly username: string; readonly text: string }
}

async function post(url: string, body: object): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

/** An empty PNG of that many pixels. */
export const png = (width: number, height: number): Buffer =>
  createCanvas(width, height).toBuffer('image/png')
