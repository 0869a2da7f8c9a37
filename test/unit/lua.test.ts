import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { ALERT_KIND_NAMES } from '../../src/domain/alert-kinds.ts'

const SRC = join(import.meta.dirname, '../../src')
const LOADED = /new URL\('(\.[^']+\.lua)'/g
const NEEDS = /^-- needs: (.+)/

const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.lua'))
const textOf = new Map(paths.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]))

/** The files that the first line of a Lua file names, from src. */
function neededBy(path: string): string[] {
  const [, names = ''] = NEEDS.exec(textOf.get(path) ?? '') ?? []
  return names.split(' ').flatMap((name) => (name === '' ? [] : join(dirname(path), name)))
}

/** A Lua file, what it needs, and what those need. */
function loadedWith(path: string): Set<string> {
  return new Set([path, ...neededBy(path).flatMap((needed) => [...loadedWith(needed)])])
}

/** The Lua files that the sources name in calls of this form, from src. */
function loadedBy(call: RegExp): string[] {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  return sources.flatMap((path) =>
    [...readFileSync(join(SRC, path), 'utf8').matchAll(call)].map(([, name = '']) =>
      relative(SRC, join(SRC, dirname(path), name)),
    ),
  )
}

const withoutComments = (text: string): string => text.replace(/--.*$/gm, '').replace(/'[^'\n]*'/g, "''")
/** Globals and keywords of Lua that a parenthesis may follow. */
const KNOWN = new Set(
  (
    'redis cjson cmsgpack string table math bit struct tonumber tostring ipairs pairs type unpack next select error pcall ' +
    'assert setmetatable rawget function if elseif while and or not return until in then do else'
  ).split(' '),
)
const DEFINED = [/\bfunction ([\w]+)/g, /\blocal ([\w, ]+)/g, /\bfor ([\w, ]+) (?:in|=)/g]
const PARAMETERS = /\bfunction\s*[\w.]*\(([^)]*)\)/g

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))

/** The functions that a Lua file calls by a plain name or as a member of a table (its first part). */
const calledIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.:])([A-Za-z_]\w*)(?:[.:]\w+)*\s*\(/g)].map(([, name = '']) => name)

it.each(paths)('a Lua file %s names files that exist in its first line', (path) => {
  expect(neededBy(path).filter((needed) => !existsSync(join(SRC, needed)))).toEqual([])
})

it.each(paths)('a Lua file %s calls what it defines, or what the files it needs define', (path) => {
  const all = [...loadedWith(path)].map((one) => withoutComments(textOf.get(one) ?? ''))
  const defined = new Set([
    ...all.flatMap((text) => DEFINED.flatMap((pattern) => namesIn(text, pattern))),
    ...all.flatMap((text) => namesIn(text, PARAMETERS)),
  ])
  const called = calledIn(withoutComments(textOf.get(path) ?? ''))
  expect(called.filter((name) => !KNOWN.has(name) && !defined.has(name))).toEqual([])
})

it.each(paths)('a Lua file %s names no kind of alert', (path) => {
  const code = (textOf.get(path) ?? '').replace(/--.*$/gm, '')
  expect(ALERT_KIND_NAMES.filter((kind) => code.includes(`'${kind}'`))).toEqual([])
})

it('a Lua file is loaded with the kinds of alert if it arms alerts', () => {
  const arming = loadedBy(LOADED).filter((path) => loadedWith(path).has('chats/lua/alerts/arm.lua'))
  const withKinds = loadedBy(/loadAlertScript\(new URL\('(\.[^']+\.lua)'/g)
  expect(new Set(withKinds)).toEqual(new Set(arming))
})

it('a Lua file is loaded by a script, or needed by one that is', () => {
  const reached = new Set(loadedBy(LOADED).flatMap((path) => [...loadedWith(path)]))
  expect(paths.filter((path) => !reached.has(path))).toEqual([])
})
