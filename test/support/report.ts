/** A line for who runs a test by hand with REPORT=1: what it measured. */
export function report(line: string): void {
  if (process.env.REPORT) process.stdout.write(`${line}\n`)
}
