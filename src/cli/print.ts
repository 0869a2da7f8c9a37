import type { Resources } from '../redis/connection.ts'

/** Where a command writes for people. */
export interface Output {
  /** Writes a line on stdout. */
  readonly print: (line: string) => void
  /** Whether it is a terminal, where colours are shown. */
  readonly isTerminal: boolean
}

/** What a command that needs the program's Redis takes. */
export type CommandDeps = Pick<Resources, 'redis'> & Pick<Output, 'print'>

/** Aligns the cells of rows in columns, two spaces apart. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Texts of other servers may contain control characters, which a terminal would obey. */
export const plainText = (text: string): string => text.replace(/\p{C}+/gu, ' ')
