import { z } from 'zod'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import { KEYS } from './keys.ts'

const NUMBER = loadScript(new URL('./numbers.lua', import.meta.url))
const NUMBERS = z.array(z.number().int())

/** The number on the wire of each ref; those that have none are given the next ones. */
export async function numberMonitors(redis: Redis, refs: readonly string[]): Promise<Map<string, number>> {
  const numbers = NUMBERS.parse(await NUMBER.run(redis, [KEYS.numbers], refs))
  return new Map(refs.map((ref, i) => [ref, numbers[i] ?? 0]))
}
