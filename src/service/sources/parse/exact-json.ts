import { PageProblem } from '../source.ts'

/** Parses JSON and keeps every number as its source text, so that no digit is lost. Throws a PageProblem. */
export function parseExactJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? context?.source : value
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    throw new PageProblem('the page is not JSON')
  }
}

const ARRAY_INDEX = /^(0|[1-9]\d{0,8})$/

/** Whether a text is a JSON Pointer of RFC 6901. */
export const isPointer = (text: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(text)

/** The value that a JSON Pointer points at; undefined where there is none. */
export function pointAt(page: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
      if (Array.isArray(at) && !ARRAY_INDEX.test(step)) return undefined
      return (at as Record<string, unknown>)[step]
    }, page)
}

/**
 * The text or number that a pointer points at; undefined where there is none. An object or a list is an empty text, so
 * that the reason is "no price", not "nothing".
 */
export function textAt(page: unknown, pointer: string): string | undefined {
  const found = pointAt(page, pointer)
  if (found === undefined || found === null) return undefined
  return typeof found === 'string' ? found : ''
}
