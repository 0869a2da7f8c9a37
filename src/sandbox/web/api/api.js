const JSON_TYPE = { 'content-type': 'application/json' }

/** Asks the sandbox; throws an Error with its words when it refuses. */
export async function get(path, query = {}) {
  return read(await fetch(`/chat/${path}?${new URLSearchParams(query)}`))
}

/** Tells the sandbox what a person does. */
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
