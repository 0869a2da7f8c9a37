/** The headers of Telegram's answers, since a sender pays for reading them. */
const HEADERS = [
  'Server: nginx/1.18.0',
  'Date: Sat, 21 Nov 2026 12:00:00 GMT',
  'Content-Type: application/json',
  'Connection: keep-alive',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains; preload',
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, OPTIONS',
  'Access-Control-Expose-Headers: Content-Length,Content-Type,Date,Server,Connection',
].join('\r\n')

/** The bytes of an answer of the Bot API. */
export function toAnswer(status: string, body: object): Buffer {
  const json = Buffer.from(JSON.stringify(body))
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${HEADERS}\r\nContent-Length: ${json.length}\r\n\r\n`),
    json,
  ])
}

/** A message as Telegram gives it back to the bot that sent it. */
export const TAKEN = toAnswer('200 OK', {
  ok: true,
  result: {
    message_id: 123_456,
    from: { id: 123_456_789, is_bot: true, first_name: 'Tasa', username: 'tasa_bot' },
    chat: { id: 987_654_321, first_name: 'Ana', username: 'ana', type: 'private' },
    date: 1_795_262_400,
    text: 'Dólar oficial\nBs. 101,00 (+1,00 %)\nviernes, 20 de noviembre',
    entities: [{ offset: 0, length: 13, type: 'bold' }],
    link_preview_options: { is_disabled: true },
  },
})

export const REFUSED = toAnswer('429 Too Many Requests', {
  ok: false,
  error_code: 429,
  description: 'Too Many Requests: retry after 1',
  parameters: { retry_after: 1 },
})
