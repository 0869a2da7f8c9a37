import { loadScript } from '../runtime/script.ts'
import type { Access } from './access.ts'
import { LIVE_CHATS } from './keys.ts'
import { KEPT_SECONDS, LEAVE, LEFT } from './leaving.ts'

const PACK = loadScript(new URL('./lua/pack-only.lua', import.meta.url))
const ADOPT = loadScript(new URL('./lua/adopt.lua', import.meta.url))

/** A chat changes between two scripts now and then, and not for ever. */
const TRIES_MAX = 20

interface Packed {
  readonly print: string
  /** Field, value, …, as `lua/pack-only.lua` has them. */
  readonly entries: readonly string[]
  readonly fields: ReadonlySet<string>
}

/** Groups that become supergroups have another number. */
export function createMoving({ redis, run, revive, announce }: Access) {
  async function pack(chat: string): Promise<Packed> {
    const [print = '', ...entries] = (await run(PACK, chat)) as string[]
    return { print, entries, fields: new Set(entries.filter((_, index) => index % 2 === 0)) }
  }

  async function adopt(to: string, { print, entries, fields }: Packed): Promise<void> {
    const isGone = fields.has('gone')
    if (!isGone) await revive(to)
    if (!isGone && fields.has('live')) await redis.sadd(LIVE_CHATS, to)
    await run(ADOPT, to, [print, KEPT_SECONDS, ...entries])
  }

  return {
    /**
     * Moves all that a chat has to its new number, once: repeating it changes nothing. One that had left stays away
     * there too. What happens to the chat meanwhile moves as well.
     */
    async migrate(from: string, to: string): Promise<void> {
      if (from === to) return
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const packed = await pack(from)
        if (packed.entries.length === 0) return
        await adopt(to, packed)
        if ((await run(LEAVE, from, ['withheld', 0, LEFT, packed.print])) === 'changed') continue
        await redis.srem(LIVE_CHATS, from)
        return announce()
      }
      throw new Error('the chat changes all the time, and cannot be moved')
    },
  }
}
