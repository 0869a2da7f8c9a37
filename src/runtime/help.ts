import type { z } from 'zod'
import { SECTIONS } from './environment.ts'

const COLUMNS_MAX = 100
const INDENT = ' '.repeat(4)

export interface Variable {
  readonly name: string
  /** The title that it stands under. */
  readonly section: string
  readonly about: string
  /** As it would be written in `.env`; empty where there is none. */
  readonly fallback: string
  /** A value to show where there is no default. */
  readonly example: string
}

/** Every variable of the environment, in the order of `.env.example`. */
export const variables: readonly Variable[] = Object.entries(SECTIONS).flatMap(([section, shape]) =>
  Object.entries<z.ZodType>(shape).map(([name, schema]) => {
    const { description = '', example = '' } = schema.meta() ?? {}
    const fallback = String(schema.parse(undefined) ?? '')
    return { name, section, about: description, fallback, example: String(example) }
  }),
)

/** What `npm start -- --help` prints, in lines of at most 100 signs. */
export const helpText = (): string =>
  [
    ...wrap(
      'npm start runs everything that applies, until Ctrl-C. With nothing set that is a demonstration: simulated prices, and a web chat instead of Telegram.',
    ),
    ...wrap('These variables change that. They are read from the environment, else from the file .env:'),
    ...Object.keys(SECTIONS).flatMap((section) => ['', section, ...variablesOf(section)]),
  ].join('\n')

const variablesOf = (section: string): string[] =>
  variables
    .filter((variable) => variable.section === section)
    .flatMap(({ name, about, fallback }) => [
      `  ${name}${fallback && ` = ${fallback}`}`,
      ...wrap(about, INDENT),
    ])

/** Breaks a sentence between words. */
function wrap(text: string, indent = ''): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line !== indent && line.length + 1 + word.length > COLUMNS_MAX) {
      lines.push(line)
      line = indent
    }
    line += line === indent ? word : ` ${word}`
  }
  return [...lines, line]
}
