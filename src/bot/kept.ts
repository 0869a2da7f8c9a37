import { setTimeout as sleep } from 'node:timers/promises'
import type { Chat } from '../chats/chats.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

const TIMEOUT_MS = 200

/** Reads what we keep of a chat; undefined when Redis says nothing for 200 ms, so that look-ups go on without it. */
export async function readKept(
  chats: { read(chat: string): Promise<Chat> },
  chat: string,
  log: Log,
): Promise<Chat | undefined> {
  const answered = new AbortController()
  const late = sleep(TIMEOUT_MS, undefined, { signal: answered.signal }).catch(() => undefined)
  const read = chats.read(chat).catch((error: unknown) => {
    log.warn({ chat, err: messageOf(error) }, 'a chat cannot be read')
    return undefined
  })
  const kept = await Promise.race([read, late])
  answered.abort()
  return kept
}
