import { createHmac, hash, timingSafeEqual } from 'node:crypto'

interface SignedParts {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The `webhook-signature` of the Standard Webhooks specification; the key is the secret's bytes. */
export function sign(secret: string, { id, timestampSeconds, body }: SignedParts): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Compares two secrets in constant time, whatever their lengths. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

/** SHA-256 as hex: API tokens are stored so. */
export const hashOf = (secret: string): string => hash('sha256', secret)

/** The secret of `Authorization: Bearer …`; undefined for another header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
