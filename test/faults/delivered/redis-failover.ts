import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startServer } from '../../support/cluster.ts'
import { inFlightMax } from '../../support/load-fixture.ts'
import { repeated } from '../../support/recorder.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { countUntold, startLinkedTown, wait } from '../worlds.ts'

const RATE_PER_SECOND = 200
const SOON_MS_MAX = 30_000
const WITHOUT_REPLICA_MS = 2_000

/** The master dies in a fan-out, its replica is promoted, and the address of Redis leads there. */
async function failOver(setting: Setting): Promise<Survived> {
  const chats = setting.size(1_000, 150)
  const master = await startServer(['--min-replicas-to-write 1', '--min-replicas-max-lag 1'])
  setting.atEnd(master.stop)
  const replica = await startServer([`--replicaof 127.0.0.1 ${master.port}`])
  setting.atEnd(replica.stop)
  const operator = new Redis(replica.url)
  setting.atEnd(() => operator.disconnect())
  const isCopying = async (): Promise<boolean> =>
    /master_link_status:up/.test(await operator.info('replication'))
  await wait('the replica copies', isCopying, SOON_MS_MAX)
  const address = await startTcpProxy(master.url)
  setting.atEnd(address.stop)
  const options = { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 20 }
  const { town } = await startLinkedTown(setting, { ...options, redisUrl: address.url })
  const push = [await town.startPush(), await town.startPush()]
  await town.registered()
  const { sent } = town.recorder

  // Without its replica the master refuses writes, so that none is acknowledged that one server alone has.
  replica.freeze()
  await sleep(WITHOUT_REPLICA_MS)
  replica.thaw()
  await wait('the replica copies again', isCopying, SOON_MS_MAX)

  town.move()
  await wait('messages', () => sent.length > chats / 6, SOON_MS_MAX, 5)
  await sleep(setting.random() * 300)
  await master.kill()
  await operator.replicaof('NO', 'ONE')
  address.retarget(replica.url)
  address.reset()
  let lost = await countUntold(town)
  town.move()
  lost += await countUntold(town)
  assert.deepEqual(
    push.map(({ child }) => child.exitCode),
    [null, null],
  )
  return {
    n: 2 * chats,
    of: 'messages, 1 fail-over',
    lost,
    duplicates: { count: repeated(sent), max: inFlightMax(RATE_PER_SECOND) },
    delay: { of: 'from the page to a chat', ms: town.worstDelayMs() },
  }
}

export const REDIS_FAILOVER: readonly Scenario[] = [
  {
    name: 'redis-failover',
    promise: 'A fail-over loses at most what was not copied; everybody gets the newest price',
    done: 'a master loses its replica for 2 s, then dies',
    run: failOver,
  },
]
