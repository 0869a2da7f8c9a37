const RETRY_MS = 1_000

/** Listens to what happens, from a cursor on; takes itself up again where it was, also after a refusal. */
export function listen({ cursor, onEvent, onConnection }) {
  let last = cursor
  function open() {
    const source = new EventSource(`/chat/events?after=${last}`)
    source.onopen = () => onConnection(true)
    source.onmessage = ({ data, lastEventId }) => {
      last = lastEventId
      onEvent(JSON.parse(data), Number(lastEventId))
    }
    source.onerror = () => {
      onConnection(false)
      if (source.readyState === EventSource.CLOSED) setTimeout(open, RETRY_MS)
    }
  }
  open()
}
