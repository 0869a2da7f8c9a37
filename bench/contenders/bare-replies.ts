import { Pool } from 'undici'
import { type Setting, serveContender, TOKEN } from './contender.ts'

const CONNECTIONS = 8
const TEXT = '<b>Tasas</b> · a la 1:07 p. m.\n<pre>$ Dólar oficial     352,71 ▲0,79%</pre>'

interface Asked {
  readonly update_id: number
  readonly message: { readonly chat: { readonly id: number } }
}

/** Polls, and answers each update with the same words: the least that a bot must do. */
async function prepare({ telegramUrl }: Setting): Promise<void> {
  const pool = new Pool(telegramUrl, { connections: CONNECTIONS, allowH2: false })
  const call = async (method: string, body: object): Promise<unknown> => {
    const response = await pool.request({
      path: `/bot${TOKEN}/${method}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.body.json()
  }
  async function poll(): Promise<never> {
    for (let offset = 0; ; ) {
      const { result } = (await call('getUpdates', { offset, timeout: 25 })) as { result: Asked[] }
      for (const { update_id, message } of result) {
        offset = update_id + 1
        void call('sendMessage', { chat_id: message.chat.id, text: TEXT, parse_mode: 'HTML' })
      }
    }
  }
  void poll()
}

serveContender({ prepare, run: async () => {} })
