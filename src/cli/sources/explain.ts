import { codeOf, messageOf } from '../../runtime/log.ts'
import { BROKEN_CHAIN } from '../../service/sources/connect/agents.ts'
import { AnswerProblem } from '../../service/sources/source.ts'

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, 'it wants a key'],
  [403, 'it may want another User-Agent, or blocks the address of this machine'],
  [404, 'its address has changed'],
  [410, 'it is gone for good'],
  [429, 'it is asked too often: raise "every"'],
])

const BY_CODE: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'DNS knows no such host'],
  ['EAI_AGAIN', 'DNS does not answer'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['ECONNRESET', 'it breaks the connection off'],
  ['UND_ERR_SOCKET', 'it breaks the connection off'],
  ['ENETUNREACH', 'its network cannot be reached'],
  ['EHOSTUNREACH', 'its host cannot be reached'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it takes no connection in time'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its TLS chain ends at an authority that is not trusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its TLS certificate is signed by itself'],
  ['CERT_HAS_EXPIRED', 'its TLS certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its TLS certificate is for another host'],
])

/** What is wrong with a source, in plain words: why it gave no answer that could be used. */
export function explainFailure(error: unknown): string {
  if (error instanceof AnswerProblem) return explainStatus(error.status)
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (BROKEN_CHAIN.has(codeOf(cause)))
    return `its TLS chain is broken and could not be completed: ${messageOf(error)}`
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time'
  const known = BY_CODE.get(codeOf(error) ?? '')
  return known === undefined ? messageOf(error) : `${known} (${codeOf(error)})`
}

/** Why a good answer has no price, in plain words. */
export function explainUnreadable(reason = 'it says nothing of this monitor'): string {
  if (reason.startsWith('nothing at')) return `${reason}: its answer has changed`
  return reason.includes('list is empty') ? `${reason}: it may want the User-Agent of a browser` : reason
}

function explainStatus(status: number): string {
  const why = BY_STATUS.get(status) ?? (status >= 500 ? 'its server has a fault' : undefined)
  return why === undefined ? `answers ${status}` : `answers ${status}: ${why}`
}
