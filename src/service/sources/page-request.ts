import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { request } from 'undici'
import { readBytes } from '../../runtime/http.ts'
import { codeOf } from '../../runtime/log.ts'
import { VERSION } from '../../runtime/version.ts'
import type { Agents } from './connect/agents.ts'
import { AnswerProblem, PageProblem } from './source.ts'

/** The user agent of our requests to pages. */
const USER_AGENT = `tasa/${VERSION}`

const TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 5
export const PAGE_BYTES_MAX = 2 * 1024 * 1024

export interface PageAddress {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  /** 10 s in all, redirects included, where the page says nothing else. */
  readonly timeoutMs?: number | undefined
}

type Response = Awaited<ReturnType<typeof request>>

/** Fetches the text of a page. Throws a PageProblem, or the error of the connection. */
export async function fetchPage(page: PageAddress, agents: Agents, signal: AbortSignal): Promise<string> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(page.timeoutMs ?? TIMEOUT_MS)])
  const response = await follow(page, agents, deadline)
  if (response.statusCode !== 200) {
    abandon(response)
    throw new AnswerProblem(response.statusCode)
  }
  return decodePage(await bodyOf(response), headerOf(response, 'content-type'))
}

/**
 * Follows redirects. The configured headers and body go to the configured origin only: a redirect to another one drops
 * them, also for a redirect back.
 */
async function follow(
  { url, method = 'GET', headers = {}, body = null }: PageAddress,
  agents: Agents,
  signal: AbortSignal,
): Promise<Response> {
  const own = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': USER_AGENT }
  const configured = new URL(url)
  let at = configured
  let via = agents.open
  let sent: Omit<PageAddress, 'url' | 'timeoutMs'> = {
    method,
    body,
    headers: { ...own, ...lowerCased(headers) },
  }
  for (let count = 0; count <= REDIRECTS_MAX; count++) {
    const response = await request(at, { ...sent, signal, dispatcher: via })
    const location = isRedirect(response.statusCode) ? headerOf(response, 'location') : undefined
    if (location === undefined) return response
    abandon(response)
    const to = redirected(location, at)
    via = agents.dispatcherFor(to, { from: at, via })
    at = to
    if (at.origin !== configured.origin) sent = { method: 'GET', body: null, headers: own }
    else if (response.statusCode < 307) sent = { ...sent, method: 'GET', body: null }
  }
  throw new PageProblem(`more than ${REDIRECTS_MAX} redirects`)
}

/** Discards a body. undici reports that as an error, which is expected here. */
function abandon({ body }: Response): void {
  body.on('error', () => {}).destroy()
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

function redirected(location: string, from: URL): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (to?.protocol !== 'http:' && to?.protocol !== 'https:')
    throw new PageProblem('a redirect to no web page')
  // Anybody on the way could answer in the place of who is named there.
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new PageProblem('a redirect from https to http')
  return to
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function headerOf(response: Response, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const bytes = await readBytes(response.body, PAGE_BYTES_MAX)
  if (!bytes) throw new PageProblem(`the page is over ${PAGE_BYTES_MAX} bytes`)
  return inflate(bytes, headerOf(response, 'content-encoding'))
}

const SNIFF_BYTES = 2_048
const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]+)/i
const IN_MARKUP = /<meta[^>]+charset\s*=[^>]*/i

/** Decodes a page by the charset its header names, else its byte order mark, else its `<meta>`, else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType = ''): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFF_BYTES))
  const [meta = ''] = IN_MARKUP.exec(start.toString('latin1')) ?? []
  const [charset] = [contentType, markOf(start), meta].flatMap((text) => CHARSET.exec(text)?.[1] ?? [])
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes) // a charset nobody knows: the digits are most likely readable all the same
  }
}

function markOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'charset=utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'charset=utf-16be' : ''
}

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
])

/** Undoes a `content-encoding`, to at most 2 MB. Throws a PageProblem. */
async function inflate(bytes: Uint8Array, encoding = ''): Promise<Uint8Array> {
  const name = encoding.trim().toLowerCase() || 'identity'
  if (name === 'identity') return bytes
  const decode = DECODERS.get(name)
  if (!decode) throw new PageProblem(`the page is compressed as ${name}`)
  return decode(bytes, { maxOutputLength: PAGE_BYTES_MAX }).catch((error: unknown) => {
    const isTooLong = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    throw new PageProblem(isTooLong ? `the page is over ${PAGE_BYTES_MAX} bytes` : `the page is no ${name}`)
  })
}
