const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const PERIOD = /^(\d{1,9})([smhd])$/

/** Reads `90s`, `15m`, `36h`, `2d` as ms; undefined for anything else, and for less than a second. */
export function parsePeriod(text: string): number | undefined {
  const [, count = '', unit = ''] = PERIOD.exec(text) ?? []
  const ms = Number(count) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? Number.NaN)
  return ms >= UNIT_MS.s ? ms : undefined
}
