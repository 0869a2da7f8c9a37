const JSON_TYPE = { 'content-type': 'application/json' }

/** Reads from the sandbox; throws an Error with its message when it refuses. */
export const get = (path, query = {}) => read(fetch(`/chat/${path}?${new URLSearchParams(query)}`))

/** Sends the sandbox what a person does; throws as `get` does. */
export const post = (path, body) =>
  read(fetch(`/chat/${path}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) }))

async function read(request) {
  const response = await request
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `Error ${response.status}`)
  return answer
}

const RETRY_MS = 1_000

/** Listens to events; reconnects where the connection breaks, and after a refusal. */
export function listen({ onEvent, onConnection }) {
  const source = new EventSource('/chat/events')
  source.onopen = () => onConnection(true)
  source.onmessage = ({ data }) => onEvent(JSON.parse(data))
  source.onerror = () => {
    onConnection(false)
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, RETRY_MS, { onEvent, onConnection })
  }
}
