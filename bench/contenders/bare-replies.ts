import { Pool } from 'undici'
import { type Setting, serveContender, TOKEN } from './contender.ts'

const CONNECTIONS = 8
const TEXT = '<b>Tasas</b> · a la 1:07 p. m.\n<pre>$ Dólar oficial     352,71 ▲0,79%</pre>'

interface Asked {
  readonly update_id: number
  readonly message: { readonly chat: { readonly id: number } }
}

/** Takes updates, and answers each update with the same words: the least that a bot must do. */
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
  const reply = ({ message }: Asked): void =>
    void call('sendMessage', { chat_id: message.chat.id, text: TEXT, parse_mode: 'HTML' })

  async function poll(): Promise<never> {
    for (let offset = 0; ; ) {
      const { result } = (await call('getUpdates', { offset, timeout: 25 })) as { result: Asked[] }
      for (const update of result) {
        offset = update.update_id + 1
        reply(update)
      }
    }
  }
  void poll()
}

serveContender({ prepare, run: async () => {} })
