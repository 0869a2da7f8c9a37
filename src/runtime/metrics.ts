import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The registry of the program, in which each part makes its metrics. Their names start with `tasa_`. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tasa_' })
  const registers = [registry]
  return {
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name: `tasa_${name}`, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name: `tasa_${name}`, help, labelNames, registers }),
    /** A gauge whose value is read at each request of the metrics. */
    measured: (name: string, help: string, read: () => Promise<number>) =>
      new Gauge({
        name: `tasa_${name}`,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      }),
    /** A gauge with one label, whose values are read at each request of the metrics. */
    measuredBy: (
      name: string,
      help: string,
      label: string,
      read: () => Promise<readonly (readonly [string, number])[]>,
    ): void => {
      new Gauge({
        name: `tasa_${name}`,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const values = await read()
          this.reset()
          for (const [labelled, value] of values) this.set({ [label]: labelled }, value)
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
