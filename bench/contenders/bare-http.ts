import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent } from '../child.ts'

/** An answer that a bare server repeats, whatever it is asked. */
export interface Repeated {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** The least that a server must do: `node:http`, and the same bytes for every request. */
async function serve({ body, headers }: Repeated): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

answerParent({ serve })
