import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { serveHttp } from './listen.ts'

/** A connection for each call, so that none is cut off by a replica which stops while it is idle. */
const agent = new Agent({ pipelining: 0, allowH2: false })

/** A load balancer as plain as can be: each call goes to the next replica, and to the one after where none listens. */
export async function startFront() {
  const replicas: string[] = []
  const statuses: number[] = []
  let turn = 0

  async function pass(url: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
    for (const _try of [...replicas]) {
      const replica = replicas[turn++ % replicas.length]
      const { host: _host, 'content-length': _length, connection: _connection, ...passedOn } = headers
      const passed = request(`${replica}${url}`, {
        method: 'POST',
        dispatcher: agent,
        headers: passedOn,
        body,
      })
      const status = await passed.then(
        async (answer) => {
          await answer.body.dump()
          return answer.statusCode
        },
        () => 0,
      )
      if (status !== 0) return status
    }
    return 502
  }

  const server = await serveHttp(async (incoming, response) => {
    const status = await pass(incoming.url ?? '/', incoming.headers, await buffer(incoming))
    statuses.push(status)
    response.writeHead(status).end()
  })
  return {
    ...server,
    /** What callers were answered. */
    statuses,
    add: (replica: string): void => void replicas.push(replica),
    remove: (replica: string): void => void replicas.splice(replicas.indexOf(replica), 1),
  }
}
