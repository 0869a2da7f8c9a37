const WIDTH = 30

/** A stream of text: a terminal, or a file that a bar would only clutter. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** A bar that grows in place on a terminal; elsewhere one line at the start and one at the end. */
export function createProgressBar(title: string, output: ProgressOutput) {
  let isOpen = false
  if (!output.isTTY) output.write(`${title}\n`)
  return {
    draw(done: number, total: number): void {
      if (!output.isTTY) return
      const share = total === 0 ? 1 : done / total
      const filled = Math.round(share * WIDTH)
      output.write(
        `\r${title} [${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`,
      )
      isOpen = true
    },
    end(): void {
      output.write(isOpen ? '\n' : `${title}: done\n`)
    },
  }
}
