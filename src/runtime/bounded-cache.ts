/** Remembers something of each of the last so many names that were set. */
export function createRecent<Value>(max: number) {
  const kept = new Map<string, Value>()
  return {
    get: (name: string): Value | undefined => kept.get(name),
    set(name: string, value: Value): void {
      kept.delete(name)
      kept.set(name, value)
      const [oldest] = kept.keys()
      if (kept.size > max && oldest !== undefined) kept.delete(oldest)
    },
  }
}
