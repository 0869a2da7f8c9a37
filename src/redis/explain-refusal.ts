import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { codeOf, messageOf } from '../runtime/log.ts'

const LOOK_MS_MAX = 1_000
const PORT = 6379
const OF_CERTIFICATE = /CERT|SIGNATURE|ALTNAME/
/** Says only that the connection ended. */
const WITHOUT_CAUSE = /EPIPE|ECONNRESET|Connection is closed|no answer/

/** What to do, by what Redis or its TLS said. */
const REMEDIES: readonly (readonly [said: RegExp, remedy: string])[] = [
  [/^DENIED /, 'Set a password there (requirepass) and write it into REDIS_URL, redis://:PASSWORD@HOST'],
  [/^NOAUTH /, 'Write its password into REDIS_URL, redis://:PASSWORD@HOST or redis://USER:PASSWORD@HOST'],
  [/^WRONGPASS /, 'Correct the user or the password in REDIS_URL'],
  [/cluster support disabled/, 'Give one address in REDIS_URL, as several are those of a cluster'],
  [/certificate/, 'Name the file of its authority in NODE_EXTRA_CA_CERTS'],
]

/**
 * Explains an error at connecting in one line: what Redis said, and what to do. Where a connection only ended, it makes another one:
 * a Redis in protected mode says why before it closes, while our first command breaks the connection.
 */
export async function explainRefusal(url: string, error: unknown): Promise<string> {
  const said = messageOf(causeOf(error))
  if (!WITHOUT_CAUSE.test(said)) return advise(said)
  const isTls = url.startsWith('rediss:')
  const heard = isTls ? undefined : await greetingOf(url)
  if (heard) return advise(heard.replace(/^-/, ''))
  const speaksTls = await isTlsAt(url)
  if (!speaksTls) return isTls ? `${said}, nor TLS. Start it, or write redis:// in REDIS_URL` : advise(said)
  return isTls
    ? `${said} after the TLS. If it asks for a certificate of ours, which we have not, set tls-auth-clients no there`
    : 'it speaks TLS. Write rediss:// instead of redis:// in REDIS_URL'
}

/** A cluster says only that no node could be used, and keeps the error of the last one. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && 'lastNodeError' in error ? (error.lastNodeError ?? error) : error

function advise(said: string): string {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(said))?.[1] ?? 'Start it, or correct REDIS_URL'
  const [sentence = ''] = said.split(/\.(?:\s|$)|[\r\n]/)
  return `${sentence}. ${remedy}`
}

const addressOf = (url: string): { host: string; port: number } | { path: string } => {
  const { hostname, port, searchParams } = new URL(url)
  const path = searchParams.get('path')
  return path ? { path } : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || PORT) }
}

/** What a server says to a connection before it was asked anything. */
function greetingOf(url: string): Promise<string | undefined> {
  const socket = connect(addressOf(url))
  return new Promise<string | undefined>((done) => {
    socket.setTimeout(LOOK_MS_MAX, () => done(undefined))
    socket.once('data', (data) => done(String(data)))
    socket.once('error', () => done(undefined)).once('close', () => done(undefined))
  }).finally(() => socket.destroy())
}

/** Whether a server speaks TLS, be its certificate good or not. */
function isTlsAt(url: string): Promise<boolean> {
  const socket = connectTls(addressOf(url))
  return new Promise<boolean>((done) => {
    socket.setTimeout(LOOK_MS_MAX, () => done(false))
    socket.once('secureConnect', () => done(true))
    socket.once('error', (error) => done(OF_CERTIFICATE.test(codeOf(error) ?? '')))
    socket.once('close', () => done(false))
  }).finally(() => socket.destroy())
}
