import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANSWER = JSON.stringify({
  ok: true,
  result: { message_id: 1, date: 1, chat: { id: 1, type: 'private' } },
})

/** A Telegram that takes every message at once, in a process of its own. */
export async function startStandIn(): Promise<{ url: string; stop(): Promise<void> }> {
  const child: ChildProcess = fork(import.meta.filename, ['serve'])
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function serve(): void {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(ANSWER))
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (process.argv[2] === 'serve') serve()
