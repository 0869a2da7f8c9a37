/** Remembers something of each of the last so many names that were set. */
export function createRecent<Value>(max: number) {
  const chatState = new Map<string, Value>()
  return {
    get: (name: string): Value | undefined => chatState.get(name),
    set(name: string, value: Value): void {
      chatState.delete(name)
      chatState.set(name, value)
      const [oldest] = chatState.keys()
      if (chatState.size > max && oldest !== undefined) chatState.delete(oldest)
    },
  }
}
