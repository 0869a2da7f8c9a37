import { type Dispatcher, Pool } from 'undici'
import { type Order, serveContender, TOKEN } from './contender.ts'

const PATH = `/bot${TOKEN}/sendMessage`
const HEADERS = { 'content-type': 'application/json' }
const KEEP_ALIVE_MS = 60_000

let url = ''
let pool: Pool | undefined

/** The same bodies over as many connections, and nothing else: the least that a sender must do. */
function run({ messages, connections, body }: Order): Promise<void> {
  pool ??= new Pool(url, { connections, keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false })
  const dispatcher = pool
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let next = 1
  let answered = 0
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, status) {
      if (status !== 200) reject(new Error(`the stand-in answered ${status}`))
    },
    onResponseData() {},
    onResponseEnd() {
      if (++answered === messages) resolve()
      else send()
    },
    onResponseError: (_controller, error) => reject(error),
  }
  function send(): void {
    if (next > messages) return
    const json = JSON.stringify({ chat_id: String(next++), ...body })
    dispatcher.dispatch({ path: PATH, method: 'POST', headers: HEADERS, body: json }, handler)
  }
  for (let i = 0; i < connections; i++) send()
  return promise
}

serveContender({
  prepare: async ({ telegramUrl }) => {
    url = telegramUrl
  },
  run,
})
