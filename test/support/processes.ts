import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The processes of this machine that we may look into: their command lines, and the folders that they work in. */
export const processes = (): { pid: number; parent: number; command: string; folder: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
        return [
          { pid: Number(pid), parent: Number(parent), command, folder: readlinkSync(`/proc/${pid}/cwd`) },
        ]
      } catch {
        return [] // it has ended, or belongs to somebody else
      }
    })

/** The numbers of the processes that work in a folder, as a private Redis does in its own, without the forks that save its data. */
export function processesIn(directory: string): number[] {
  const inside = processes().filter(({ folder }) => folder === directory)
  return inside.filter(({ parent }) => !inside.some(({ pid }) => pid === parent)).map(({ pid }) => pid)
}
