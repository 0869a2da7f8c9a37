import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT, read } from './project.ts'

const PAGES = [
  'README.md',
  'README.es.md',
  'sandbox/README.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
].filter((page) => page.endsWith('.md'))
const FILE = /\b(?:sandbox|src|test|bench|ops|examples)\/[\w./-]+\.(?:ts|lua|json|mjs)\b/g
const FOLDER = /(?<=[`"(])(?:sandbox|src|test|ops)\/[\w/-]+\/(?=[`")<])/g
/** A name to be chosen, as in `src/bot/features/NAME/NAME.ts`. */
const PLACEHOLDER = /\b(NAME|KIND)\b/
const LINK = /\]\(([^)#:]+)(?:#[^)]*)?\)/g

it.each(PAGES)('%s names files and folders that exist, and links to such pages', (page) => {
  const named = [...read(page).matchAll(FILE), ...read(page).matchAll(FOLDER)].map(([name]) => name)
  expect(named.filter((name) => !PLACEHOLDER.test(name) && !existsSync(join(ROOT, name)))).toEqual([])
  const links = [...read(page).matchAll(LINK)].map(([, target]) => target ?? '')
  expect(links.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([])
})
