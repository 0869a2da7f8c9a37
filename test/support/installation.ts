import { afterAll, beforeAll } from 'vitest'
import { useFolder } from './folder.ts'
import { createPeople, type People } from './people.ts'
import { type Program, spawnProgram } from './program.ts'

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
