import { Client, type Dispatcher } from 'undici'

/** A call; `connection` is set when it begins, and is given back when undici has ended it. */
export interface Call extends Dispatcher.DispatchHandler {
  connection: Connection | undefined
}

export type Connection = Pick<Client, 'dispatch'>

export interface Connections {
  /** Makes a call over a connection that no other uses; where all are in use, it waits for its turn. */
  begin(options: Dispatcher.DispatchOptions, call: Call): void
  /** To be called once for each call that began, at its end. */
  giveBack(connection: Connection): void
}

export interface ConnectionsOptions extends Client.Options {
  readonly connectionsMax: number
}

/**
 * Connections to one server, each kept open for the next call. undici's Pool does the same, but looks through all of its connections
 * for each call and makes an AsyncResource for one that waits: 5 % of the CPU of a send where all connections are in use.
 */
export function createConnections(url: string, { connectionsMax, ...options }: ConnectionsOptions) {
  const { origin } = new URL(url)
  const all: Client[] = []
  const free: Connection[] = []
  const waiting: (readonly [Dispatcher.DispatchOptions, Call])[] = []
  let isOver = false

  function connect(): Client {
    const client = new Client(origin, options)
    all.push(client)
    if (isOver) void client.destroy()
    return client
  }

  function beginOver(connection: Connection, options: Dispatcher.DispatchOptions, call: Call): void {
    call.connection = connection
    connection.dispatch(options, call)
  }

  const connections: Connections = {
    begin(options, call) {
      const connection = free.pop() ?? (all.length < connectionsMax ? connect() : undefined)
      if (connection) beginOver(connection, options, call)
      else waiting.push([options, call])
    },
    giveBack(connection) {
      const next = waiting.shift()
      // undici is still ending the call before, and a new one would fail its assertions.
      if (next) queueMicrotask(() => beginOver(connection, ...next))
      else free.push(connection)
    },
  }

  return {
    ...connections,
    /** Closes all connections and ends the calls, those that wait too. */
    async destroy(): Promise<void> {
      isOver = true
      await Promise.all(all.map((client) => client.destroy()))
    },
  }
}
