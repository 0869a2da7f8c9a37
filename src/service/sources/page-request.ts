import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflateRaw, inflate as inflateZlib } from 'node:zlib'
import { request } from 'undici'
import { z } from 'zod'
import { readBytes } from '../../runtime/http.ts'
import { codeOf } from '../../runtime/log.ts'
import type { Agents } from './connect/agents.ts'
import { AnswerProblem, PageProblem } from './source.ts'

const ABOUT = z.object({ name: z.string(), version: z.string() })
const about = ABOUT.parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))

/** The user agent of our requests to pages. */
export const USER_AGENT = `${about.name}/${about.version}`

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

export interface PageRequestOptions extends PageAddress {
  readonly userAgent: string
  readonly agents: Pick<Agents, 'open' | 'dispatcherFor'>
}

interface Sent {
  readonly method: 'GET' | 'POST'
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
}

type Response = Awaited<ReturnType<typeof request>>

/** Requests one page again and again. An answer of "not modified" returns the last result again. */
export function createPageRequest(options: PageRequestOptions) {
  let known: { readonly validators: Record<string, string>; readonly read: unknown } | undefined
  const isGet = (options.method ?? 'GET') === 'GET'

  /** Fetches and parses within 10 s. Throws a PageProblem, an error of `parse` or one of the connection. */
  async function read<Read>(
    signal: AbortSignal,
    parse: (text: string, deadline: AbortSignal) => Read | Promise<Read>,
  ): Promise<Read> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)])
    const response = await follow(options, known?.validators ?? {}, deadline)
    if (response.statusCode === 304 && known) {
      abandon(response)
      return known.read as Read
    }
    if (response.statusCode !== 200) {
      abandon(response)
      throw new AnswerProblem(response.statusCode)
    }
    const text = decodePage(await bodyOf(response), headerOf(response, 'content-type'))
    const parsed = await parse(text, deadline)
    const validators = validatorsOf(response)
    known = isGet && Object.keys(validators).length > 0 ? { validators, read: parsed } : undefined
    return parsed
  }

  return { read }
}

export type PageRequest = ReturnType<typeof createPageRequest>

/**
 * Follows redirects. The configured headers and body go to the configured origin only: a redirect to another one drops
 * them, also for a redirect back.
 */
async function follow(
  { url, method = 'GET', headers = {}, body = null, userAgent, agents }: PageRequestOptions,
  validators: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const own = { accept: '*/*', 'accept-encoding': 'gzip, br, deflate', 'user-agent': userAgent }
  const configured = new URL(url)
  let at = configured
  let via = agents.open
  let sent: Sent = { method, body, headers: { ...own, ...lowerCased(headers), ...validators } }
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

function validatorsOf(response: Response): Record<string, string> {
  const tag = headerOf(response, 'etag')
  const modified = headerOf(response, 'last-modified')
  return { ...(tag && { 'if-none-match': tag }), ...(modified && { 'if-modified-since': modified }) }
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const bytes = await readBytes(response.body, PAGE_BYTES_MAX)
  if (!bytes) throw new PageProblem(`the page is over ${PAGE_BYTES_MAX} bytes`)
  return inflate(bytes, headerOf(response, 'content-encoding'))
}

const SNIFF_BYTES = 2_048
const IN_HEADER = /charset\s*=\s*"?([\w.:-]+)/i
const IN_MARKUP = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i

/** Decodes a page by the charset its header names, else its byte order mark, else its `<meta>`, else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFF_BYTES))
  const named =
    IN_HEADER.exec(contentType ?? '')?.[1] ?? markOf(start) ?? IN_MARKUP.exec(start.toString('latin1'))?.[1]
  return decoderFor(named).decode(bytes)
}

function markOf(start: Buffer): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return undefined
}

function decoderFor(named = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(named)
  } catch {
    return new TextDecoder() // a charset nobody knows: the digits are most likely readable all the same
  }
}

type Decode = (bytes: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>

const unzip: Decode = promisify(gunzip)
const unbrotli: Decode = promisify(brotliDecompress)
const unzlib: Decode = promisify(inflateZlib)
const unraw: Decode = promisify(inflateRaw)

/** The low half of a zlib header's first byte names its method; servers also send "deflate" without a header. */
const undeflate: Decode = (bytes, limit) =>
  (bytes[0] ?? 0) % 16 === 8 ? unzlib(bytes, limit) : unraw(bytes, limit)

const DECODERS = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['br', unbrotli],
  ['deflate', undeflate],
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
