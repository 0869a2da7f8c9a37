import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../src/runtime/config.ts'
import { helpText, variables } from '../../../src/runtime/help.ts'

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')

/** The variables of `.env.example`: each with its title, the sentence above it, and its value. */
function listed(): object[] {
  let section = ''
  let about: string[] = []
  return EXAMPLE.split('\n').flatMap((line) => {
    const title = /^# --- (.+?) -+$/.exec(line)?.[1]
    const [, name, value] = /^# ([A-Z_]+)=(.*)$/.exec(line) ?? []
    if (name) {
      const one = { name, section, about: about.join(' '), value }
      about = []
      return [one]
    }
    if (title) section = title
    if (title || line === '') about = []
    else about.push(line.replace(/^# /, ''))
    return []
  })
}

describe('the help', () => {
  it('says of each variable what .env.example says, with the same default, in the same order', () => {
    expect(listed()).toEqual(
      variables.map(({ name, section, about, fallback, example }) => ({
        name,
        section,
        about,
        value: fallback || example,
      })),
    )
  })

  it('has a sentence for each variable, and shows its default', () => {
    const config = Object.keys(parseConfig({ SOURCES_FILE: '' }))
    expect(config.every((name) => variables.some((variable) => variable.name === name))).toBe(true)
    expect(variables.filter(({ about }) => !/^\S.*\.$/.test(about))).toEqual([])
    for (const { name, fallback } of variables)
      expect(helpText()).toContain(`\n  ${name}${fallback && ` = ${fallback}`}\n`)
  })

  it('fits a terminal of 100 columns', () => {
    expect(
      helpText()
        .split('\n')
        .filter((line) => line.length > 100),
    ).toEqual([])
  })
})
