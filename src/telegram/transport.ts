import type { Readable } from 'node:stream'
import type { ApiClientOptions } from 'grammy'
import { Agent, type Dispatcher, Pool, request } from 'undici'

type Fetch = NonNullable<ApiClientOptions['fetch']>

/** What grammY hands to `fetch`: all of it is of kinds that undici takes, its ponyfill of AbortSignal included. */
interface Call {
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: string | Readable
  readonly signal: AbortSignal
}

const KEEP_ALIVE_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 5_000
/** As many as calls can be under way: one that waits for a connection waits in nobody's count. */
const CONNECTIONS_MAX = 384

const CONNECTIONS: Pool.Options = {
  connections: CONNECTIONS_MAX,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  allowH2: false,
  connect: { timeout: CONNECT_TIMEOUT_MS },
}

/** Connections to one server alone, for the call that every message of a fan-out makes: an Agent looks each of them up. */
export const createPool = (url: string): Pool => new Pool(new URL(url).origin, CONNECTIONS)

/**
 * undici as grammY's `fetch`: connections of its own, kept open for 60 s. Rejects with undici's error when no answer
 * came or the signal aborted, and with a SyntaxError when the answer is no JSON; never throws at once, as that would hang grammY.
 */
export function createTransport() {
  const agent = new Agent(CONNECTIONS)
  const call = async (url: string, { method, headers, body, signal }: Call) => {
    const answer = await request(url, { dispatcher: agent, method, headers, body, signal })
    return { json: () => answer.body.json() }
  }
  return {
    fetch: call as unknown as Fetch,
    /** Closes all connections, and whatever still waits on them. */
    close: (): Promise<void> => agent.destroy(),
  }
}
