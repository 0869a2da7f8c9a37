import { open } from 'node:fs/promises'
import { codeOf, Failure, messageOf } from '../../runtime/failure.ts'

/** The Failure that says why a file cannot be read. */
export function unreadable(file: string, error: unknown): Failure {
  const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
  return new Failure(`${file} cannot be read: ${reason}`)
}

/** Reads a whole file of at most `bytesMax` bytes. Throws a Failure. */
export async function readWhole(file: string, bytesMax: number): Promise<Uint8Array> {
  const bytes = await readUpTo(file, bytesMax + 1).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  if (bytes.length > bytesMax) throw new Failure(`${file} is over ${bytesMax} bytes; nothing was imported`)
  return bytes
}

async function readUpTo(file: string, bytesMax: number): Promise<Uint8Array> {
  await using handle = await open(file)
  const chunks: Buffer[] = []
  // `end` counts from zero and is included
  for await (const chunk of handle.createReadStream({ end: bytesMax - 1, autoClose: false }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}
