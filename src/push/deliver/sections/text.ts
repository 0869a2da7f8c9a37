import type { Section } from '../outcomes.ts'

/** The text of one message with these sections. A price of an alert that also moved is named and told once. */
export function joinTexts(first: Section, others: readonly Section[]): string {
  const told = others.flatMap((section) => section.told ?? [])
  const above = first.textAbove?.(told) ?? first.text
  const [next, ...rest] = others
  const below = first.about && next?.textBelow?.(first.about)
  if (below === undefined) return [above, ...others.map(({ text }) => text)].join('\n\n')
  return [`${above}\n${below}`, ...rest.map(({ text }) => text)].join('\n\n')
}
