// Run by npm after an installation, with the Node that npm itself runs on. The package `node` fetches its program past
// package-lock.json; here the program of the same version whose bytes the lock file pins takes its place.
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const { platform, arch } = process
const modules = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../node_modules')
const name = `node-${platform}-${arch}`
const pinned = join(modules, name, 'bin/node')
const used = join(modules, 'node/bin/node')
const say = (line) => process.stderr.write(`${line}. It is tested on Linux x64 with glibc (Debian)\n`)

if (platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime)
  say('tasa does not start here: this Linux has no glibc (Alpine?). Use Debian or the Dockerfile')
else if (existsSync(used) && existsSync(pinned)) {
  rmSync(`${used}.new`, { force: true })
  try {
    linkSync(pinned, `${used}.new`)
  } catch {
    copyFileSync(pinned, `${used}.new`)
  }
  renameSync(`${used}.new`, used)
  rmSync(join(modules, 'node/node_modules', name), { recursive: true, force: true })
  // 67 MB of headers that nobody compiles with.
  for (const folder of ['include', 'share'])
    rmSync(join(modules, name, folder), { recursive: true, force: true })
} else if (existsSync(used))
  say(
    `tasa may start on ${platform} ${arch}, with a Node whose bytes were not checked against package-lock.json`,
  )

// npm 9, as in Debian 13, makes no link for a program that a script brings: npm scripts would run on the Node of npm.
const link = join(modules, '.bin/node')
if (existsSync(used) && !existsSync(link)) {
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync('../node/bin/node', link)
}
