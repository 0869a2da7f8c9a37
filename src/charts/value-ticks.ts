const STEPS = [1, 2, 2.5, 5, 10]

export interface ValueTicks {
  readonly values: readonly number[]
  /** Decimal places that tell the ticks apart. */
  readonly places: number
}

/** Round numbers within a range, `wanted` of them or fewer. */
export function valueTicks(low: number, high: number, wanted: number): ValueTicks {
  const rough = (high - low) / wanted
  const power = Math.floor(Math.log10(rough))
  const step = (STEPS.find((factor) => factor * 10 ** power >= rough) ?? 10) * 10 ** power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  const values = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { values, places: placesOf(step) }
}

function placesOf(step: number): number {
  let places = 0
  while (places < 8 && Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) > 1e-6) places++
  return places
}
