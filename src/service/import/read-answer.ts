import { Failure, messageOf } from '../../runtime/failure.ts'
import { createAddressGuard } from '../address-guard.ts'
import { createAgents } from '../sources/connect/agents.ts'
import { decodePage } from '../sources/decode.ts'
import { createPageRequest, USER_AGENT } from '../sources/page-request.ts'
import { readWhole } from './files.ts'

const FILE_BYTES_MAX = 16 * 1024 * 1024
const TIMEOUT_MS = 60_000

/** Certificates that complete chains of https; asked for only where an address is read. */
export type ReadIntermediates = () => Promise<readonly string[]>

/** Reads the text of a file, or of an address that begins with http. Throws a Failure. */
export async function readAnswer(from: string, intermediates: ReadIntermediates): Promise<string> {
  if (!/^https?:\/\//i.test(from)) return decodePage(await readWhole(from, FILE_BYTES_MAX), undefined)
  if (!URL.canParse(from)) throw new Failure(`${from} is no address; nothing was imported`)
  return readAddress(from, await intermediates()).catch((error: unknown) => {
    throw new Failure(`${from} cannot be read: ${messageOf(error)}; nothing was imported`)
  })
}

async function readAddress(url: string, intermediates: readonly string[]): Promise<string> {
  const guard = createAddressGuard()
  const agents = createAgents({ guard, intermediates })
  const request = createPageRequest({
    url,
    userAgent: USER_AGENT,
    agents,
    timeoutMs: TIMEOUT_MS,
  })
  try {
    return await request.read(AbortSignal.timeout(TIMEOUT_MS), (text) => text)
  } finally {
    await agents.close()
  }
}
