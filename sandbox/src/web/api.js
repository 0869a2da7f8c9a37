const JSON_TYPE = { 'content-type': 'application/json' }

/** Reads from the sandbox; throws an Error with its message when it refuses. */
export async function get(path, query = {}) {
  return read(await fetch(`/chat/${path}?${new URLSearchParams(query)}`))
}

/** Sends the sandbox what a person does; throws as `get` does. */
export async function post(path, body) {
  return read(
    await fetch(`/chat/${path}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) }),
  )
}

async function read(response) {
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `Error ${response.status}`)
  return answer
}
