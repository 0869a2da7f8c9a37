interface Question<Answer> {
  readonly answer: (value: Answer | undefined) => void
}

/** A question that waits for its answer. */
export interface Asked<Answer> {
  readonly id: string
  /** The first answer of the bot; undefined when none came in time. */
  readonly answer: Promise<Answer | undefined>
}

/** Questions of people to the bot (a pressed button, an inline query) that can be answered for a limited time. */
export function createQueries<Answer>(nextId: () => number, answerableMs: number) {
  const open = new Map<string, Question<Answer>>()
  let isClosed = false

  function ask(): Asked<Answer> {
    const id = String(nextId())
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    if (isClosed) resolve(undefined)
    open.set(id, { answer: resolve })
    setTimeout(() => {
      open.delete(id)
      resolve(undefined)
    }, answerableMs).unref()
    return { id, answer: promise }
  }

  /** False when the question is unknown or too old. */
  function answer(id: string, value: Answer): boolean {
    const question = open.get(id)
    question?.answer(value)
    return question !== undefined
  }

  /** Ends every question without an answer, later ones too. */
  function close(): void {
    isClosed = true
    for (const question of open.values()) question.answer(undefined)
    open.clear()
  }

  return { ask, answer, close }
}
