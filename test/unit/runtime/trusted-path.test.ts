import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { trustedPath } from '../../../src/runtime/trusted-path.ts'
import { useFolder } from '../../support/folder.ts'

const NPM = '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin'

describe('the trusted PATH', () => {
  const directory = useFolder()
  mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true })
  mkdirSync(join(directory, 'other/node_modules'), { recursive: true })
  mkdirSync(join(directory, 'tools'))
  symlinkSync(join(directory, 'node_modules/.bin'), join(directory, 'link'))
  symlinkSync(join(directory, 'tools'), join(directory, 'other/node_modules/.bin'))

  it.each([
    ['programs of packages', `${directory}/node_modules/.bin`],
    ['programs of packages, with a slash at the end', `${directory}/node_modules/.bin/`],
    ['programs of packages, spelled in another way', `${directory}/node_modules/.bin/../.bin/.`],
    ['programs of packages, in capitals', '/srv/NODE_MODULES/.BIN'],
    ['programs of packages, by a link to it', `${directory}/link`],
    ['programs of packages that is a link', `${directory}/other/node_modules/.bin`],
    ["npm's own programs", NPM],
    ['the working directory', '.'],
    ['the working directory, as an empty entry', ''],
    ['the working directory, by its parent', '../tools'],
  ])('leaves out a folder of %s', (_what, folder) => {
    expect(trustedPath([folder, '/usr/bin', folder].join(delimiter))).toBe('/usr/bin')
  })

  it('keeps all others in their order', () => {
    const path = ['/usr/local/bin', `${directory}/tools`, '/opt/node_modules/.bin2', '/usr/bin'].join(
      delimiter,
    )
    expect(trustedPath(path)).toBe(path)
  })

  it.each([undefined, '', 'node_modules/.bin'])('is that of the system where %o has nothing else', (path) => {
    expect(trustedPath(path)).toBe(['/usr/bin', '/bin'].join(delimiter))
  })
})
