import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveHttp } from './listen.ts'

export const RECORDER_TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

export interface Recorded {
  readonly chat: string
  readonly text: string
  /** The price that the message names, as it is written there. */
  readonly price: string
  /** ms of `performance.now()`. */
  readonly at: number
}

/** What happens to a call. Those `after` and `silent` are recorded: Telegram has them, and the caller does not know. */
export type Mishap = 'error' | 'reset before' | 'reset after' | 'silent' | Refusal

/** What Telegram answers to a call that it does not carry out. */
export interface Refusal {
  readonly code: number
  readonly description: string
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number }
  /** Whether the connection breaks after the refusal, before the end of the answer. */
  readonly isCutOff?: boolean
}

export interface RecorderOptions {
  readonly latencyMs?: number
  /** Asked for each message; undefined takes it. */
  readonly mishap?: (chat: string) => Mishap | undefined
  /** Whether a token is refused; none is if not given. */
  readonly isRevoked?: (token: string) => boolean
}

const ME = { id: 123_456_789, is_bot: true, first_name: 'Tasa', username: 'tasa_test_bot' }
const NO_UPDATES_MS = 1_000
const PRICE = /Bs\.\s([\d.]+,\d+)/

/** A stand-in for Telegram that takes every message, and remembers in which order. */
export async function startRecorder({
  latencyMs = 0,
  mishap = () => undefined,
  isRevoked = () => false,
}: RecorderOptions = {}) {
  const sent: Recorded[] = []
  const called: Omit<Recorded, 'price'>[] = []

  async function sendMessage(body: string, response: ServerResponse): Promise<void> {
    const { chat_id: chat, text } = JSON.parse(body)
    called.push({ chat: String(chat), text, at: performance.now() })
    const what = mishap(String(chat))
    if (what === 'reset before') return void response.destroy()
    if (what === 'error') return refuse(response, { code: 502, description: 'Bad Gateway' })
    if (typeof what === 'object') return refuse(response, what)
    const [, price = ''] = PRICE.exec(text) ?? []
    sent.push({ chat: String(chat), text, price, at: performance.now() })
    if (what === 'silent') return
    await sleep(latencyMs)
    if (what === 'reset after') return void response.destroy()
    answer(response, { message_id: sent.length, date: 0, chat: { id: Number(chat), type: 'private' }, text })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request)
    const [, token = '', method] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? '') ?? []
    if (isRevoked(token)) return refuse(response, { code: 401, description: 'Unauthorized' })
    if (method === 'sendMessage') return sendMessage(body, response)
    if (method === 'getUpdates') await sleep(NO_UPDATES_MS)
    answer(response, method === 'getMe' ? ME : method === 'getUpdates' ? [] : true)
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void serve(request, response).catch(() => response.destroy())
  return {
    ...(await serveHttp(listener, { keepAliveTimeout: 60_000 })),
    sent,
    /** Every call that would send, those that were refused or broken too. */
    called,
  }
}

/** The most moments (ms, in order) that lie in any sliding second. */
export function worstSecond(moments: readonly number[]): number {
  let worst = 0
  let first = 0
  for (const [index, moment] of moments.entries()) {
    while ((moments[first] ?? 0) <= moment - 1_000) first++
    worst = Math.max(worst, index - first + 1)
  }
  return worst
}

/** How many messages told a chat what it had been told already. */
export const repeated = (sent: readonly Recorded[]): number =>
  sent.length - new Set(sent.map(({ chat, price }) => `${chat} ${price}`)).size

const answer = (response: ServerResponse, result: unknown): void =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result }))

function refuse(response: ServerResponse, { code, isCutOff = false, ...refusal }: Refusal): void {
  const body = JSON.stringify({ ok: false, error_code: code, ...refusal })
  response.statusCode = code
  response.setHeader('content-type', 'application/json')
  if (isCutOff) response.write(body, () => response.destroy())
  else response.end(body)
}
