import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const create = (): string => mkdtempSync(join(tmpdir(), 'tasa-test-'))
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** A folder for one file of tests, removed after them. */
export function useFolder(): string {
  const folder = create()
  afterAll(() => remove(folder))
  return folder
}

/** A folder for one test, removed after it. */
export function makeFolder(): string {
  const folder = create()
  onTestFinished(() => remove(folder))
  return folder
}

/** What is started for one file of tests, and stopped after them. */
export async function forFile<Started extends { stop(): unknown }>(
  starting: Started | Promise<Started>,
): Promise<Started> {
  const started = await starting
  afterAll(async () => void (await started.stop()))
  return started
}
