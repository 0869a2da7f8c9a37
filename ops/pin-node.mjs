// Run by npm after an installation, with the Node that npm itself runs on. The package `node` fetches its program past
// package-lock.json; here the program of the same version whose bytes the lock file pins takes its place.
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [platform, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']
const modules = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../node_modules')
const name = `node-${platform}-${process.arch}`
const pinned = join(modules, name, 'bin', file)
const used = join(modules, 'node/bin', file)

if (!existsSync(used)) {
  // Installed without scripts: there is no program to replace.
} else if (existsSync(pinned)) {
  rmSync(`${used}.new`, { force: true })
  try {
    linkSync(pinned, `${used}.new`)
  } catch {
    copyFileSync(pinned, `${used}.new`)
  }
  renameSync(`${used}.new`, used)
  rmSync(join(modules, 'node/node_modules', name), { recursive: true, force: true })
} else {
  process.stderr.write(`No ${name} is in package-lock.json: its bytes were not checked against it\n`)
}
