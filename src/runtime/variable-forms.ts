import { z } from 'zod'

export const ROLES = ['service', 'bot', 'push', 'sandbox'] as const

const NAME = /^[a-z][a-z0-9_]{0,31}$/
const SECRET_FORM = /^[\x21-\x7e]{8,256}$/

/** The forms that variables have, each refused with words that follow the name of the variable. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
export const port = (fallback: number) =>
  z.coerce.number('must be a port number').int('must be a whole number').min(0).max(65_535).default(fallback)
export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''))
export const names = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().regex(NAME, 'must be lower-case identifiers, comma separated'))
      .min(1, 'must name a page'),
  )
export const roles = z
  .string()
  .transform(list)
  .pipe(z.array(z.enum(ROLES, `must be of ${ROLES.join(', ')}`)).min(1, 'must name a role'))
export const gap = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().regex(/^[a-z][a-z0-9_]{0,31}\.[a-z][a-z0-9_]{0,31}$/, 'must be page.key,page.key'))
      .length(2, 'must be two monitors: page.key,page.key'),
  )
export const redisUrls = z
  .string()
  .transform(list)
  .pipe(z.array(z.string().regex(/^rediss?:\/\/\S+$/, 'must be redis:// or rediss:// addresses')).min(1))
export const secret = z.string().regex(SECRET_FORM, 'must be 8 to 256 visible ASCII characters')
/** The one to use, and one before it that is still believed. */
export const telegramSecrets = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().regex(/^[A-Za-z0-9_-]{8,256}$/, 'must be 8 to 256 of A-Z a-z 0-9 _ -'))
      .min(1, 'must be a secret')
      .max(2, 'must be one secret, or two while it is changed'),
  )
