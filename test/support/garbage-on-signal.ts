import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Preloaded by `--import` into a process whose memory a test measures: it collects all garbage at each SIGUSR2. By itself Node
 * waits until the heap is 2.5 times what it was after the last collection, which looks like a leak for an hour.
 */
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
// With an argument it would collect the youngest only.
process.on('SIGUSR2', () => collectGarbage())
