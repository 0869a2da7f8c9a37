import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { request as call } from 'undici'
import { dayOf, formatIso, formatLastUpdate, parseDay } from '../../src/domain/caracas.ts'
import { canary } from './canary.ts'
import { serveHttp } from './listen.ts'

export const FOREIGN_TOKEN = canary('rates_token')
const WEBHOOK_MONITORS_MAX = 3
const UNREACHABLE = 0
const NO_UPDATE = { price: 1, at: 0 }

export interface ForeignMonitor {
  readonly page: string
  readonly currency: 'dollar' | 'euro'
  readonly monitor: string
}

interface Update {
  readonly price: number
  /** ms */
  readonly at: number
}

interface Webhook {
  readonly id: number
  readonly url: string
  readonly secret: string
  readonly monitors: readonly ForeignMonitor[]
  isActive: boolean
}

type Answer = readonly [status: number, body: unknown]
const refused = (status: number, error: string): Answer => [status, { error }]
const NOT_THERE = refused(404, 'No existe.')
const done = (status: number, message: string): Answer => [status, { message }]

const refOf = ({ page, currency, monitor }: ForeignMonitor): string => `${page}/${currency}/${monitor}`
const rounded = (price: number): number => Number(price.toFixed(2))

/**
 * A rate API as the public servers of the family behave, where they differ from ours: the history in ascending order has
 * the first price of each day, prices are rounded unless they are asked not to, the status of a webhook is a boolean, and
 * there is one webhook a token, of at most three monitors, that is greeted with a probe.
 */
export async function startForeignServer() {
  const updates = new Map<string, { readonly monitor: ForeignMonitor; readonly list: Update[] }>()
  let webhook: Webhook | undefined
  let webhooksMade = 0
  let heldAt: number | undefined

  function recordOf(monitor: ForeignMonitor, keepsDecimals: boolean) {
    const { list = [] } = updates.get(refOf(monitor)) ?? {}
    const [old = NO_UPDATE, last = old] = list.slice(-2)
    const amount = (price: number): number => (keepsDecimals ? price : rounded(price))
    return {
      image: null,
      last_update: formatLastUpdate(last.at),
      price: amount(last.price),
      price_old: amount(old.price),
      title: monitor.monitor.toUpperCase(),
    }
  }

  function monitorsOf(currency: string, query: URLSearchParams): Answer {
    const known = [...updates.values()].map(({ monitor }) => monitor)
    const found = known.filter((one) => one.currency === currency && one.page === query.get('page'))
    if (found.length === 0) return refused(400, 'No se encontraron monitores.')
    const keepsDecimals = query.get('rounded_price') === 'false'
    const records = Object.fromEntries(found.map((one) => [one.monitor, recordOf(one, keepsDecimals)]))
    return [200, { datetime: formatIso(heldAt ?? Date.now()), monitors: records }]
  }

  /** The updates of a monitor from one day to another, oldest first; undefined for a monitor that is not here. */
  function updatesWithin(currency: string, query: URLSearchParams, from: string, to: string) {
    const [page, monitor] = [query.get('page'), query.get('monitor')]
    const [start = '', end = ''] = [from, to].map((name) => parseDay(query.get(name) ?? '') ?? '')
    return updates
      .get(`${page}/${currency}/${monitor}`)
      ?.list.filter(({ at }) => dayOf(at) >= start && dayOf(at) <= end)
  }

  const entriesOf = (list: readonly Update[], query: URLSearchParams) =>
    list.map(({ price, at }) => ({
      price: query.get('rounded_price') === 'false' ? price : rounded(price),
      last_update: query.get('format_date') === 'iso' ? formatIso(at) : formatLastUpdate(at),
    }))

  /** One price a day: the first that the order comes to. */
  function historyOf(currency: string, query: URLSearchParams): Answer {
    const found = updatesWithin(currency, query, 'start_date', 'end_date')
    if (!found?.length) return refused(404, 'No hay datos.')
    const list = query.get('order') === 'asc' ? found : found.toReversed()
    const days = new Map<string, Update>()
    for (const update of list) if (!days.has(dayOf(update.at))) days.set(dayOf(update.at), update)
    return [200, { datetime: formatIso(heldAt ?? Date.now()), history: entriesOf([...days.values()], query) }]
  }

  function changesOf(currency: string, query: URLSearchParams): Answer {
    const found = updatesWithin(currency, query, 'date', 'date')
    if (!found?.length) return refused(404, 'No hay datos.')
    return [200, { datetime: formatIso(heldAt ?? Date.now()), daily: entriesOf(found, query) }]
  }

  async function post(to: Webhook, body: unknown): Promise<number> {
    const headers = { authorization: `Bearer ${to.secret}`, 'content-type': 'application/json' }
    const answer = await call(to.url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => undefined,
    )
    await answer?.body.dump()
    return answer?.statusCode ?? UNREACHABLE
  }

  async function setWebhook(body: string): Promise<Answer> {
    const { url, token_secret: secret, monitors } = JSON.parse(body)
    if (webhook) return refused(409, 'Ya existe un webhook para este token.')
    if (monitors.length > WEBHOOK_MONITORS_MAX) return refused(400, 'Se permiten hasta 3 monitores.')
    if (!monitors.every((one: ForeignMonitor) => updates.has(refOf(one))))
      return refused(404, 'El monitor no existe.')
    const made: Webhook = { id: ++webhooksMade, url, secret, monitors, isActive: true }
    if ((await post(made, { message: 'Hello, World!' })) !== 200)
      return refused(400, 'El webhook no responde.')
    webhook = made
    return done(201, 'Webhook creado.')
  }

  const listed = ({ id, url, monitors, isActive }: Webhook) => ({
    id,
    url,
    certificate_ssl: true,
    token: 'abcd…',
    created_at: formatLastUpdate(Date.now()),
    monitors: monitors.map((one) => ({ monitor_id: [...updates.keys()].indexOf(refOf(one)) + 1 })),
    status: isActive,
  })

  function deleteWebhook(): Answer {
    if (!webhook) return refused(404, 'No hay webhook.')
    webhook = undefined
    return done(200, 'Webhook eliminado.')
  }

  const readers = new Map(Object.entries({ history: historyOf, changes: changesOf }))
  const routes = new Map<string, (body: string) => Answer | Promise<Answer>>([
    ['POST /api/user/set-webhook', setWebhook],
    ['GET /api/user/get-webhook', () => [200, webhook ? [listed(webhook)] : []]],
    ['DELETE /api/user/del-webhook', deleteWebhook],
  ])

  async function answerTo({ method, url = '/', headers }: IncomingMessage, body: string): Promise<Answer> {
    const { pathname, searchParams: query } = new URL(url, 'http://here')
    const [, currency, what = ''] = /^\/api\/v1\/(dollar|euro)\/?(.*)$/.exec(pathname) ?? []
    if (currency && !what) return monitorsOf(currency, query)
    if (headers.authorization !== `Bearer ${FOREIGN_TOKEN}`) return refused(401, 'Token inválido.')
    if (currency) return readers.get(what)?.(currency, query) ?? NOT_THERE
    return routes.get(`${method} ${pathname}`)?.(body) ?? NOT_THERE
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, answer] = await answerTo(incoming, await text(incoming))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  const server = await serveHttp((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })

  return {
    ...server,
    /** The one webhook of the token. */
    webhook: (): Readonly<Webhook> | undefined => webhook,
    /** Gives the token a webhook of somebody else. */
    occupy(url: string): void {
      webhook = { id: ++webhooksMade, url, secret: 'of-somebody-else', monitors: [], isActive: true }
    },
    /** What the server does to a webhook that failed for long. */
    disable(): void {
      if (webhook) webhook.isActive = false
    },
    /** A new price, at a time (ms) if not now. The status that the webhook answered; undefined where none was notified. */
    async publish(monitor: ForeignMonitor, price: number, at = Date.now()): Promise<number | undefined> {
      const known = updates.get(refOf(monitor))
      if (known) known.list.push({ price, at })
      else updates.set(refOf(monitor), { monitor, list: [{ price, at }] })
      const isWanted = webhook?.isActive && webhook.monitors.some((one) => refOf(one) === refOf(monitor))
      if (!webhook || !isWanted) return undefined
      return post(webhook, { monitors: [{ key: monitor.monitor, ...recordOf(monitor, true) }] })
    },
    /** From now on every answer says that it was made then (ms), as one from a cache does; until told otherwise. */
    holdClock(at: number | undefined): void {
      heldAt = at
    },
  }
}
