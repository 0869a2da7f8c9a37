const BAR_WIDTH = 30

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

/** Where the bar is drawn. Only a terminal (`isTTY`) can redraw a line. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** A progress bar on a terminal; elsewhere one line at the start and one at the end. */
export function createProgressBar(title: string, output: ProgressOutput) {
  let isOpen = false
  if (!output.isTTY) output.write(`${title}\n`)
  return {
    draw(done: number, total: number): void {
      if (!output.isTTY) return
      const share = total === 0 ? 1 : done / total
      const filled = Math.round(share * BAR_WIDTH)
      output.write(
        `\r${title} [${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`,
      )
      isOpen = true
    },
    end(): void {
      output.write(isOpen ? '\n' : `${title}: done\n`)
    },
  }
}
