import { z } from 'zod'

/** JSON from Redis. Text that is no JSON is an issue like any other, and not thrown. */
export const storedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})
