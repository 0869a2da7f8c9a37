import { randomBytes } from 'node:crypto'
import type { Redis } from './connection.ts'

const KEY = '{secrets}'
const BYTES = 32

export const makeSecret = (): string => randomBytes(BYTES).toString('base64url')

/** A secret that all processes on one Redis share; made by the first that asks. */
export async function sharedSecret(
  redis: Redis,
  name: string,
  make: () => string = makeSecret,
): Promise<string> {
  await redis.hsetnx(KEY, name, make())
  return (await redis.hget(KEY, name)) ?? ''
}
