import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { RatesError } from '../../../../src/api/client.ts'
import type { ListedWebhook, Registration } from '../../../../src/api/notification.ts'
import { FOLLOWED_CHANNEL } from '../../../../src/chats/scripts.ts'
import type { MonitorId } from '../../../../src/domain/monitor.ts'
import { createRegistrar } from '../../../../src/push/register/register.ts'
import { createRegistration } from '../../../../src/push/register/registration.ts'
import { createLease } from '../../../../src/redis/leader.ts'
import { EUR, GONE, quoteOf, USD } from '../../../support/push.ts'
import { silent, useEmptyRedis } from '../../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()
const URL_OF_OURS = 'http://127.0.0.1:1/webhooks/rates'
const LEASE_KEY = '{registration}:holder'

describe('the registration at the rate API', () => {
  let followed: MonitorId[]
  let knownToFollow: () => Promise<MonitorId[]>
  let listed: ListedWebhook[]
  let registrations: Registration[]
  let looks: number
  let deleted: number[]
  let compared: string[]
  let replaced: string[]
  let reconcile: () => Promise<number>
  let refuse: (registration: Registration) => RatesError | undefined

  beforeEach(() => {
    followed = [USD]
    knownToFollow = async () => followed
    ;[listed, registrations, deleted, compared, replaced, looks] = [[], [], [], [], [], 0]
    reconcile = async () => 0
    refuse = () => undefined
  })

  /** A server that lists monitors by numbers of its own, as the specification has it. */
  const client = {
    monitors: async (_page: string, currency: string) => ({
      asOf: 1,
      quotes: followed
        .filter((id) => id.currency === currency && id.key !== GONE.key)
        .map((monitor) => quoteOf('1', { monitor })),
    }),
    webhooks: async () => {
      looks += 1
      return listed
    },
    deleteWebhook: async (id: number) => {
      deleted.push(id)
      listed = listed.filter((webhook) => webhook.id !== id)
    },
    setWebhook: async (registration: Registration) => {
      const refusal = refuse(registration)
      if (refusal) throw refusal
      registrations.push(registration)
      const monitors = registration.monitors.map((_, i) => ({ monitor_id: registrations.length * 100 + i }))
      listed = [{ id: 1, url: registration.url, monitors, status: 'active' }]
    },
  }

  async function start(name: string, leaseMs = 60_000) {
    const registrar = createRegistrar({
      redis,
      subscriber: await connect(true),
      lease: createLease(redis, LEASE_KEY, name, leaseMs),
      reconcile: async () => {
        compared.push(name)
        return reconcile()
      },
      registration: createRegistration({
        client,
        chats: { wanted: { monitors: () => knownToFollow() } },
        receiverUrl: () => URL_OF_OURS,
        secret: `secret-of-${name}`,
        replaced: { remember: async (address) => void replaced.push(address) },
        log: silent,
      }),
      log: silent,
    })
    onTestFinished(registrar.stop)
    await registrar.start()
    return registrar
  }
  async function startCompared(): Promise<void> {
    await start('a')
    await expect.poll(() => compared.length).toBe(1)
  }
  /** Lets whoever holds the lease look at everything. */
  async function look(): Promise<void> {
    await redis.publish(FOLLOWED_CHANNEL, '')
  }
  const keysOf = (registration?: Registration) => registration?.monitors.map(({ monitor }) => monitor)

  it('is created, replaced and removed as chats follow and unfollow, each with a comparison at once', async () => {
    await startCompared()
    followed = [USD, EUR]
    await look()
    await expect.poll(() => compared.length).toBe(2)
    followed = []
    await look()
    await expect.poll(() => compared.length).toBe(3)
    expect(registrations.map(keysOf)).toEqual([['usd'], ['usd', 'eur']])
    expect(deleted).toEqual([1])
  })

  it.each<[string, () => void]>([
    ['forgot it', () => (listed = [])],
    ['disabled it', () => (listed = listed.map((webhook) => ({ ...webhook, status: 'disabled' })))],
    ['has another of ours', () => (listed = listed.map((webhook) => ({ ...webhook, monitors: [{}] })))],
    ['has another number for it', () => (listed = listed.map((webhook) => ({ ...webhook, id: 2 })))],
  ])('is created again where the server %s', async (_case, change) => {
    await start('a')
    await expect.poll(() => registrations.length).toBe(1)
    await look()
    await expect.poll(() => looks).toBe(2)
    expect(registrations.length).toBe(1)
    change()
    await look()
    await expect.poll(() => registrations.length).toBe(2)
  })

  it('stays as it is while a shard does not say what is followed, and prices are compared', async () => {
    const asked = Promise.withResolvers<void>()
    await startCompared()
    followed = [USD, EUR]
    knownToFollow = async () => {
      asked.resolve()
      throw new Error('a master is away')
    }
    await look()
    await asked.promise
    await redis.publish('reconcile', '')
    await expect.poll(() => compared.length).toBe(2)
    expect([registrations.map(keysOf), deleted]).toEqual([[['usd']], []])
    knownToFollow = async () => followed
    await expect.poll(() => registrations.map(keysOf)).toEqual([['usd'], ['usd', 'eur']])
  })

  it('has the most followed monitors where a server has no room for all, and the prices of all are compared', async () => {
    followed = ['e', 'b', 'd', 'a', 'c'].map((key) => ({ ...USD, key }))
    refuse = ({ monitors }) => (monitors.length > 3 ? new RatesError(400, 'At most 3.') : undefined)
    await startCompared()
    expect(registrations.map(keysOf)).toEqual([['e', 'b', 'd']])
  })

  it('has the others where the server lacks a followed monitor', async () => {
    followed = [GONE, USD]
    const hasGone = (one: Registration) => one.monitors.some(({ monitor }) => monitor === GONE.key)
    refuse = (one) => (hasGone(one) ? new RatesError(422, 'no such monitor') : undefined)
    await start('a')
    await expect.poll(() => registrations.map(keysOf)).toEqual([['usd']])
  })

  describe('at a server with room for one webhook', () => {
    const OTHER: ListedWebhook = {
      id: 7,
      url: 'https://user:word@other.example/hook?key=secret',
      monitors: [],
      status: 'active',
    }
    beforeEach(() => {
      refuse = () => (listed.length > 0 ? new RatesError(409, 'There is one.') : undefined)
    })

    it('replaces one of another address, which is remembered without what may be secret in it', async () => {
      listed = [OTHER]
      await startCompared()
      expect([deleted, registrations.map(keysOf)]).toEqual([[7], [['usd']]])
      expect(replaced).toEqual(['https://other.example/hook'])
    })

    it('replaces its own without a word', async () => {
      await startCompared()
      followed = [USD, EUR]
      await look()
      await expect.poll(() => registrations.map(keysOf)).toEqual([['usd'], ['usd', 'eur']])
      expect([deleted, replaced]).toEqual([[1], []])
    })

    it('touches none of several', async () => {
      listed = [7, 8].map((id) => ({ ...OTHER, id }))
      await startCompared()
      expect([deleted, registrations, replaced]).toEqual([[], [], []])
    })
  })

  it('is a hundred monitors at most', async () => {
    followed = Array.from({ length: 150 }, (_, i) => ({ ...USD, key: `m${i}` }))
    await start('a')
    await expect.poll(() => registrations[0]?.monitors.length).toBe(100)
  })

  it('is kept by one process, and taken over by the next with its own secret', async () => {
    const first = await start('a')
    await start('b', 200)
    await expect.poll(() => compared).toEqual(['a'])
    await first.stop()
    await expect.poll(() => compared).toEqual(['a', 'b'])
    expect(registrations.map(({ token_secret }) => token_secret)).toEqual(['secret-of-a', 'secret-of-b'])
  })

  it('is not changed by a process that was frozen while another took its lease', async () => {
    const frozen = await start('a')
    await expect.poll(() => compared).toEqual(['a'])
    await redis.set(LEASE_KEY, 'c') // the lease of the frozen one ended
    await start('c')
    await expect.poll(() => compared).toEqual(['a', 'c'])
    followed = [USD, EUR]
    await look()
    await expect.poll(() => compared).toEqual(['a', 'c', 'c'])
    frozen.reconcileSoon('unread')
    await expect.poll(() => compared).toEqual(['a', 'c', 'c', 'c'])
    expect(registrations.map(({ token_secret }) => token_secret.at(-1))).toEqual(['a', 'c', 'c'])
    await frozen.stop()
    expect(await redis.get(LEASE_KEY)).toBe('c')
  })

  it('follows a change that comes during a round', async () => {
    reconcile = async () => {
      reconcile = async () => 0
      followed = [USD, EUR]
      await look()
      await redis.ping() // by then it was heard
      return 0
    }
    await start('a')
    await expect.poll(() => registrations.length).toBe(2)
  })
})
