import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The processes of this machine that we may look into: their command lines, and the folders that they work in. */
export const processes = (): { pid: number; command: string; folder: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(pid), command, folder: readlinkSync(`/proc/${pid}/cwd`) }]
      } catch {
        return [] // it has ended, or belongs to somebody else
      }
    })

/** The numbers of the processes that work in a folder, as a private Redis does in its own. */
export const processesIn = (directory: string): number[] =>
  processes()
    .filter(({ folder }) => folder === directory)
    .map(({ pid }) => pid)
