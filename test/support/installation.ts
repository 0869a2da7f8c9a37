import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createPeople, type People } from './people.ts'
import { type Program, spawnProgram } from './program.ts'

/** A folder for one file of tests, removed after them. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tasa-e2e-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The whole program, and people who talk with its bot in the sandbox; for one file of tests. */
export function useInstallation(env: () => Readonly<Record<string, string>> = () => ({})) {
  const dataDirectory = useFolder()
  let program: Program
  let people: People

  beforeAll(async () => {
    program = spawnProgram({ dataDirectory, env: env() })
    people = createPeople(await program.address('Web chat'))
  })
  afterAll(() => program.stop())

  return {
    dataDirectory,
    get program(): Program {
      return program
    },
    get people(): People {
      return people
    },
  }
}
