import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
const SANDBOX = join(import.meta.dirname, '../../sandbox/src')

/** The folders of each floor: imports point down, to a lower floor. A new folder needs a floor here. */
const FOLDERS = [
  ...[['domain'], ['language'], ['words'], ['charts', 'runtime'], ['redis', 'api'], ['queue']],
  ...[['prices', 'chats', 'telegram'], ['service', 'bot'], ['features'], ['push'], ['cli'], ['']],
]
const FLOORS = new Map(FOLDERS.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)))

const MAY_IMPORT_GRAMMY = ['', 'bot', 'features', 'telegram']

interface SourceFile {
  readonly path: string
  readonly folder: string
  readonly text: string
  readonly imports: readonly { readonly from: string; readonly isType: boolean }[]
}

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
const IMPORT = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '')

/** The TypeScript files below a folder, with paths relative to it. */
const readFiles = (root: string): SourceFile[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = withoutComments(readFileSync(join(root, path), 'utf8'))
      const imports = [...text.matchAll(IMPORT)].map(([, type, from, bare]) => ({
        from: from ?? bare ?? '',
        isType: type !== undefined,
      }))
      return { path, folder: folderOf(path), text, imports }
    })

const files: readonly SourceFile[] = readFiles(SRC)
const sandbox: readonly SourceFile[] = readFiles(SANDBOX)

/** Relative to the root of the file's package; begins with `..` outside of it. */
const targetOf = (file: SourceFile, from: string): string => join(dirname(file.path), from)
const ours = (file: SourceFile) =>
  file.imports.filter(({ from }) => from.startsWith('.')).map(({ from }) => targetOf(file, from))

/** The deepest folder that holds both, and the file or folder below it on either side. */
function splitAtCommonFolder(one: string, other: string): { parent: string; from: string; to: string } {
  const [a, b] = [one.split('/'), other.split('/')]
  let depth = 0
  while (a[depth] === b[depth] && depth < Math.min(a.length, b.length) - 1) depth += 1
  return { parent: a.slice(0, depth).join('/'), from: a[depth] ?? '', to: b[depth] ?? '' }
}

const isGrammy = (from: string): boolean =>
  from === 'grammy' || from.startsWith('grammy/') || from.startsWith('@grammyjs/')

/** The imports of each folder by its other folders: a cycle among the folders below one folder, as paths. */
function findFolderCycles(group: readonly SourceFile[]): string[] {
  const levels = new Map<string, Map<string, string[]>>()
  for (const file of group)
    for (const target of ours(file)) {
      const { parent, from, to } = splitAtCommonFolder(file.path, target)
      if (from === to) continue
      const level = levels.get(parent) ?? new Map<string, string[]>()
      levels.set(parent, level.set(from, [...(level.get(from) ?? []), to]))
    }
  return [...levels].flatMap(([parent, graph]) => findCycle(graph)?.map((name) => join(parent, name)) ?? [])
}

/** The imports of src that are refused, as `path → target`. */
const targetsOf = (isRefused: (file: SourceFile, target: string) => boolean): string[] =>
  files.flatMap((file) =>
    ours(file)
      .filter((target) => isRefused(file, target))
      .map((target) => `${file.path} → ${target}`),
  )

/** Where a pattern stands in files that may not have it, as `path: match`. */
function findings(
  pattern: RegExp,
  isAllowed: (file: SourceFile) => boolean,
  group: readonly SourceFile[] = files,
): string[] {
  return group
    .filter((file) => !isAllowed(file))
    .flatMap((file) => [...file.text.matchAll(pattern)].map(([match]) => `${file.path}: ${match}`))
}

it('the layout of src gives every folder of src a floor', () => {
  expect(files.filter(({ folder }) => !FLOORS.has(folder)).map(({ path }) => path)).toEqual([])
})

it('the layout of src has imports that point down', () => {
  const floorOf = (folder: string): number => FLOORS.get(folder) ?? 99
  const upward = targetsOf(({ folder }, target) => {
    const other = folderOf(target)
    return other !== folder && floorOf(other) >= floorOf(folder)
  })
  expect(upward).toEqual([])
})

it('the layout of src lets push import of features only their texts, which know no bot', () => {
  const isText = (path: string): boolean => /(^|[/-])text\.ts$/.test(path) && !path.endsWith('/free-text.ts')
  const KNOWN = ['domain', 'language', 'words', 'features']
  const foreign = targetsOf(({ folder, path }, target) => {
    const other = folderOf(target)
    if (folder === 'push')
      return other === 'bot' || other === 'service' || (other === 'features' && !isText(target))
    return folder === 'features' && isText(path) && !KNOWN.includes(other)
  })
  expect(foreign).toEqual([])
  expect(findings(/\bfrom 'grammy/g, ({ path }) => !(path.startsWith('features/') && isText(path)))).toEqual(
    [],
  )
})

it('the layout of src has no cycles of folders: below each folder, its files and folders import each other in one direction', () => {
  expect(findFolderCycles(files)).toEqual([])
})

it('the layout of src imports grammy where Telegram is spoken only', () => {
  const strangers = files
    .filter(({ folder }) => !MAY_IMPORT_GRAMMY.includes(folder))
    .filter(({ imports }) => imports.some(({ from }) => isGrammy(from)))
  expect(strangers.map(({ path }) => path)).toEqual([])
})

const CLOCKS = ['runtime/clock.ts', 'redis/private-redis.ts', 'redis/process-lock.ts']
it.each<[claim: string, pattern: RegExp, isAllowed: (file: SourceFile) => boolean]>([
  ['reads the environment in main.ts only', /\bprocess\.env\b/g, ({ path }) => path === 'main.ts'],
  [
    'is handed time and randomness',
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/g,
    ({ folder, path }) => folder === '' || CLOCKS.includes(path),
  ],
  [
    'looks names up in a Map, as an object knows `constructor` too',
    /^const \w+: (Readonly<)?Record<string,.*|\[\w+ as keyof[^\]]*\]/gm,
    () => false,
  ],
  [
    'has one home for minutes, hours and days',
    /^(export )?const (SECOND|MINUTE|HOUR|DAY|WEEK)_(MS|SECONDS|MINUTES)\b/gm,
    ({ path }) => path === 'domain/caracas.ts',
  ],
  ['bounds caches by lru-cache', /\.delete\(oldest\)|\.size >=? \w*MAX\) \w+\.clear\(\)/g, () => false],
  [
    'listens to channels of Redis by createSubscription',
    /\b(subscriber|redis)\.on\('message'/g,
    ({ folder }) => folder === 'redis',
  ],
  [
    'writes to the console in main.ts only',
    /\bconsole\.\w+|\bprocess\.stdout\b/g,
    ({ folder }) => folder === '',
  ],
])('the layout of src %s', (_claim, pattern, isAllowed) => {
  expect(findings(pattern, isAllowed)).toEqual([])
})

it('the layout of src calls no folder utils, helpers, common, types, manager, data or process', () => {
  const VAGUE = /(^|\/)(utils?|helpers?|common|types|manager|data|process)(\.ts|\/)/
  expect(files.map(({ path }) => path).filter((path) => VAGUE.test(path))).toEqual([])
})

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const walk = (path: readonly string[]): string[] | undefined => {
    const here = path.at(-1) ?? ''
    if (path.indexOf(here) < path.length - 1) return [...path.slice(path.indexOf(here))]
    if (done.has(here)) return undefined
    for (const next of graph.get(here) ?? []) {
      const cycle = walk([...path, next])
      if (cycle) return cycle
    }
    done.add(here)
    return undefined
  }
  for (const start of graph.keys()) {
    const cycle = walk([start])
    if (cycle) return cycle
  }
  return undefined
}

it('the sandbox imports nothing of the program', () => {
  const outside = sandbox.flatMap((file) => ours(file).filter((target) => target.startsWith('..')))
  expect(outside).toEqual([])
})

it('the sandbox has no cycles of files or folders', () => {
  expect(findFolderCycles(sandbox)).toEqual([])
})

it('the sandbox imports types only from grammy, which would otherwise test itself', () => {
  const code = sandbox.filter(({ imports }) => imports.some(({ from, isType }) => isGrammy(from) && !isType))
  expect(code.map(({ path }) => path)).toEqual([])
})

it('the sandbox is handed time, and neither randomness, the environment nor the console', () => {
  const banned = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\b|\bprocess\.(?:env|stdout)\b|\bconsole\./g
  expect(findings(banned, () => false, sandbox)).toEqual([])
})

it('the sandbox is entered by its front door', () => {
  const others = ['src', 'test', 'bench'].flatMap((folder) => readFiles(join(SRC, '..', folder)))
  const DOOR = /sandbox\/src\/|^telegram-sandbox\//
  const intruders = others.filter(({ imports }) => imports.some(({ from }) => DOOR.test(from)))
  expect(intruders.map(({ path }) => path)).toEqual([])
})

it('test has no hook in a shared module as it is loaded: later files of the same worker load it no more', () => {
  const HOOK = /^(?:before|after)(?:All|Each)\(|^(?:(?:export )?const .* = )?use[A-Z]\w*\(/m
  const hooked = readFiles(join(SRC, '../test')).filter(
    ({ path, text }) => !path.endsWith('.test.ts') && HOOK.test(text),
  )
  expect(hooked.map(({ path }) => path)).toEqual([])
})
