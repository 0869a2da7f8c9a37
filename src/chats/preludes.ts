import { PRELUDE } from '../queue/due-queue.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)

/** The Lua functions of a shard and of its alerts, for scripts that change them. Their KEYS[1..13] are `keysOfChats`. */
export const PRELUDES = [PRELUDE, lua('shard'), lua('alerts')]
/** The same, and one that takes the prices that a chat was just shown. */
export const SHOWING = [...PRELUDES, lua('shown')]
