import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { shareAnswer } from './clock.ts'

/** Each text costs calls of Redis, whoever asks for it. */
const TEXT_KEPT_MS = 1_000
/** Each sample of the event loop's delay wakes the program; each 10 ms took a quarter of its CPU at rest. */
const LAG_SAMPLED_MS = 100

/** The values of a gauge by its label. */
type ReadLabelled = () => Promise<readonly (readonly [string, number])[]>

/** The registry of the program, in which each part makes its metrics. Their names start with `tasa_`. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tasa_', eventLoopMonitoringPrecision: LAG_SAMPLED_MS })
  const registers = [registry]
  const readsOf = new Map<string, ReadLabelled[]>()
  const text = (): Promise<string> => registry.metrics()
  return {
    contentType: registry.contentType,
    text,
    /** The same, made once a second at most, whoever asks and at whichever port. */
    sharedText: shareAnswer(text, TEXT_KEPT_MS),
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name: `tasa_${name}`, help, labelNames, registers }),
    /**
     * Makes a counter with one label whose values are known, and returns what counts one up. Each value is exposed as 0 from the
     * start: Prometheus sees no rise in a series that begins at 1.
     */
    counterOf<Value extends string>(
      name: string,
      help: string,
      label: string,
      values: readonly Value[],
    ): (value: Value) => void {
      const counter = new Counter({ name: `tasa_${name}`, help, labelNames: [label], registers })
      const counted = new Map(values.map((value) => [value, counter.labels(value)]))
      for (const one of counted.values()) one.inc(0)
      return (value) => counted.get(value)?.inc()
    },
    gauge: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name: `tasa_${name}`, help, labelNames, registers }),
    /** Gauges whose values are read by one call at each request of the metrics; NaN where it fails. */
    measured<Found>(
      read: () => Promise<Found>,
      gauges: readonly (readonly [name: string, help: string, of: (found: Found) => number])[],
    ): void {
      const shared = shareAnswer(read, 0)
      for (const [name, help, of] of gauges)
        new Gauge({
          name: `tasa_${name}`,
          help,
          registers,
          async collect() {
            this.set(await shared().then(of, () => Number.NaN))
          },
        })
    },
    /** A gauge with one label, whose values are read at each request of the metrics; a second call adds the values of another part. */
    measuredBy(name: string, help: string, label: string, read: ReadLabelled): void {
      const others = readsOf.get(name)
      if (others) return void others.push(read)
      const reads = [read]
      readsOf.set(name, reads)
      new Gauge({
        name: `tasa_${name}`,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const values = await Promise.all(reads.map((one) => one()))
          this.reset()
          for (const [labelled, value] of values.flat()) this.set({ [label]: labelled }, value)
        },
      })
    },
    seconds: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Histogram({
        name: `tasa_${name}`,
        help,
        labelNames,
        registers,
        buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
      }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
