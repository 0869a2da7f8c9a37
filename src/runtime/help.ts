import type { z } from 'zod'
import { EXAMPLES, SECRETS, SECTIONS } from './environment.ts'

const COLUMNS_MAX = 100
const INDENT = ' '.repeat(4)

interface Variable {
  readonly name: string
  /** The title of its section. */
  readonly section: string
  readonly about: string
  /** The default as written in `.env`; empty if there is none. */
  readonly fallback: string
  /** A value to show if there is no default. */
  readonly example: string
}

/** Every variable of the environment, in the order of `.env.example`. */
export const variables: readonly Variable[] = Object.entries(SECTIONS).flatMap(([section, shape]) =>
  Object.entries<z.ZodType>(shape).map(([name, schema]) => {
    const fallback = String(schema.parse(undefined) ?? '')
    return { name, section, about: schema.description ?? '', fallback, example: EXAMPLES.get(name) ?? '' }
  }),
)

/** The text of `npm start -- --help`, in lines of at most 100 characters. */
export const helpText = (): string =>
  [
    ...wrap(
      'npm start runs everything that applies, until Ctrl-C. With nothing set that is a demonstration: simulated prices, and a web chat instead of Telegram.',
    ),
    ...wrap('These variables change that. They are read from the environment, else from the file .env:'),
    ...wrap(`A secret may come from a file: ${SECRETS.map((name) => `${name}_FILE`).join(', ')}.`),
    ...Object.keys(SECTIONS).flatMap((section) => ['', section, ...variablesOf(section)]),
  ].join('\n')

const variablesOf = (section: string): string[] =>
  variables
    .filter((variable) => variable.section === section)
    .flatMap(({ name, about, fallback }) => [
      `  ${name}${fallback && ` = ${fallback}`}`,
      ...wrap(about, INDENT),
    ])

/** Breaks a text into lines, between words. */
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
