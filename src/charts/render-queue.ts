import { type ChartView, chartKey } from './chart.ts'

const DRAWN_AT_ONCE_MAX = 2
const WAITING_MAX = 200

/** The canvas library takes a tenth of a second to load, so it is loaded with the first chart and not at the start. */
const drawLoaded = async (view: ChartView): Promise<Buffer> => (await import('./draw.ts')).drawChart(view)

/** Draws two charts at once and queues the rest in order; a chart that is already queued is not drawn twice. */
export function createRenderQueue(draw: (view: ChartView) => Promise<Buffer> = drawLoaded) {
  const queued = new Map<string, Promise<Buffer>>()
  const waiting: (() => void)[] = []
  let drawing = 0

  async function drawWhenFree(view: ChartView): Promise<Buffer> {
    if (drawing < DRAWN_AT_ONCE_MAX) drawing++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await draw(view)
    } finally {
      // The slot is handed to the next one in the queue, so that no newer chart takes it.
      const next = waiting.shift()
      if (next) setImmediate(next)
      else drawing--
    }
  }

  return {
    /** The chart as PNG; undefined when 200 charts wait already. */
    async draw(view: ChartView): Promise<Buffer | undefined> {
      const key = chartKey(view)
      const known = queued.get(key)
      if (known) return known
      if (waiting.length >= WAITING_MAX) return undefined
      const drawn = drawWhenFree(view).finally(() => queued.delete(key))
      queued.set(key, drawn)
      return drawn
    },
  }
}
