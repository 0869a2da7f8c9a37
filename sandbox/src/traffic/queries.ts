/** Questions of people to the bot (a pressed button, an inline query) that can be answered for a limited time. */
export function createQueries<Answer>(nextId: () => number, answerableMs: number) {
  const open = new Map<string, (answer: Answer | undefined) => void>()
  let isClosed = false

  /** A question with the first answer of the bot; undefined when none came in time. */
  function ask(): { readonly id: string; readonly answer: Promise<Answer | undefined> } {
    const id = String(nextId())
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    if (isClosed) resolve(undefined)
    open.set(id, resolve)
    setTimeout(() => {
      open.delete(id)
      resolve(undefined)
    }, answerableMs).unref()
    return { id, answer: promise }
  }

  /** False when the question is unknown or too old. */
  function answer(id: string, value: Answer): boolean {
    open.get(id)?.(value)
    return open.has(id)
  }

  /** Ends every question without an answer, later ones too. */
  function close(): void {
    isClosed = true
    for (const resolve of open.values()) resolve(undefined)
    open.clear()
  }

  return { ask, answer, close }
}
