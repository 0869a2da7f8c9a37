import type { ChartView } from './chart.ts'
import { chartKey } from './key.ts'

const DRAWN_AT_ONCE_MAX = 2
const WAITING_MAX = 200

/** The canvas takes a tenth of a second to load: it comes with the first chart, not with the start. */
const drawLoaded = async (view: ChartView): Promise<Buffer> => (await import('./draw.ts')).drawChart(view)

/** Draws charts, 2 at once; the rest wait in order, and the same chart asked for again meanwhile is drawn once. */
export function createChartStudio(draw: (view: ChartView) => Promise<Buffer> = drawLoaded) {
  const asked = new Map<string, Promise<Buffer>>()
  const waiting: (() => void)[] = []
  let drawing = 0

  async function drawInTurn(view: ChartView): Promise<Buffer> {
    if (drawing < DRAWN_AT_ONCE_MAX) drawing++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await draw(view)
    } finally {
      // The place goes to the next in line, so that nobody who comes meanwhile takes it.
      const next = waiting.shift()
      if (next) setImmediate(next)
      else drawing--
    }
  }

  return {
    /** The picture as PNG; undefined when more than 200 charts wait already. */
    async draw(view: ChartView): Promise<Buffer | undefined> {
      const key = chartKey(view)
      const known = asked.get(key)
      if (known) return known
      if (waiting.length >= WAITING_MAX) return undefined
      const drawn = drawInTurn(view).finally(() => asked.delete(key))
      asked.set(key, drawn)
      return drawn
    },
  }
}
