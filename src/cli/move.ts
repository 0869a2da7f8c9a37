import { connectRedis, countKeys, mastersOf, type Redis, type Resources } from '../redis/connection.ts'
import { requireDurable, requireVersion } from '../redis/open.ts'
import type { Variables } from '../runtime/config.ts'
import { redisUrls } from '../runtime/environment.ts'
import { Failure } from '../runtime/log.ts'
import type { CommandDeps } from './print.ts'

const USAGE =
  'MOVE_TO_REDIS_URL=REDIS_URL npm run move     with the program stopped; the addresses of a cluster comma separated. One without a password also as npm run move -- REDIS_URL'
const COPIED_AT_ONCE = 200

/** The addresses to move to, of the environment or without a password. Throws a Failure that says what to type. */
export function parseMove(args: readonly string[], env: Variables): readonly string[] {
  if (args.some((text) => /[@?]/.test(text)))
    throw new Failure(
      `Every user of this machine can read a password in a command line: give the address in the environment. Usage: ${USAGE}`,
    )
  const [text, ...rest] = [...args, env.MOVE_TO_REDIS_URL?.trim() ?? ''].filter((given) => given !== '')
  const urls = redisUrls.safeParse(text)
  if (!urls.success || rest.length > 0) throw new Failure(`Usage: ${USAGE}`)
  return urls.data
}

/**
 * Copies everything to another Redis, which must be empty and lose nothing it acknowledged; what was copied stays where it was.
 * Throws a Failure that says what is wrong.
 */
export async function runMove(
  urls: readonly string[],
  { redis, log, print }: CommandDeps & Pick<Resources, 'log'>,
): Promise<void> {
  const target = await connectRedis({ urls, log })
  try {
    await requireVersion(target)
    await requireDurable(target)
    if ((await countKeys(target)) > 0)
      throw new Failure('The other Redis is not empty: give an empty one, so that nothing is mixed or lost')
    for (const server of mastersOf(redis))
      for await (const keys of server.scanStream({ count: COPIED_AT_ONCE }))
        await Promise.all((keys as string[]).map((key) => copyKey(redis, target, key)))
    const [before, after] = [await countKeys(redis), await countKeys(target)]
    if (before !== after)
      throw new Failure(
        `${before} keys here, ${after} there: stop the program, empty the other Redis, and try again`,
      )
    print(`Copied ${after} keys. Set REDIS_URL to the other Redis, then start the program.`)
  } finally {
    target.disconnect()
  }
}

/** Copies one key with its time to live. One that expired meanwhile is gone; one that a scan names twice is copied twice. */
async function copyKey(from: Redis, to: Redis, key: string): Promise<void> {
  const [content, leftMs] = await Promise.all([from.dumpBuffer(key), from.pttl(key)])
  if (content) await to.restore(key, Math.max(0, leftMs), content, 'REPLACE')
}
