const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** ms on the clock that all processes of a machine share, from the machine's start. */
export const monotonicMs = (): number => offsetMs + performance.now()
