import { RECEIVER_PATH } from '../push/receive/receive.ts'
import { hostInUrl } from '../runtime/http.ts'
import type { AppContext } from './house.ts'

export const LOOPBACK = '127.0.0.1'
const ANY_ADDRESS = ['0.0.0.0', '::']

/** The public address serves others; a rate service in this process reaches our receiver on this machine. */
export function receiverUrl({ config, http }: AppContext): string {
  if (config.RATES_WEBHOOK_URL) return config.RATES_WEBHOOK_URL
  if (config.PUBLIC_URL && config.RATES_API_URL) return config.PUBLIC_URL + RECEIVER_PATH
  const host = ANY_ADDRESS.includes(config.HOST) ? LOOPBACK : config.HOST
  return `http://${hostInUrl(host)}:${http?.port() ?? config.PORT}${RECEIVER_PATH}`
}
