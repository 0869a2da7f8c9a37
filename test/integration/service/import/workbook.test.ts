import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../src/runtime/log.ts'
import { readWorkbook } from '../../../../src/service/import/workbook.ts'
import { useFolder } from '../../../support/folder.ts'
import { officialTable, workbook } from '../../../support/workbooks.ts'

const directory = useFolder()

const BOOK = workbook({ '23012026': officialTable('26/01/2026', [['USD', 348, 349.9272]]) })

function save(bytes: Uint8Array | string): string {
  const file = join(directory, 'book.xls')
  writeFileSync(file, bytes)
  return file
}

describe('a legacy workbook', () => {
  test('is read sheet by sheet, with its cells where they stand', async () => {
    const [sheet, ...others] = await readWorkbook(save(BOOK))
    expect(others).toEqual([])
    expect(sheet?.name).toBe('23012026')
    expect(sheet?.rows[4]).toEqual(['', 'Fecha Operacion: 01/01/2026', null, 'Fecha Valor: 26/01/2026'])
    expect(sheet?.rows[9]?.slice(1)).toEqual(['USD', 'país', 1.1, 1.2, 348, 349.9272])
  })

  test.each([
    ['text', 'Fecha Valor: 26/01/2026'],
    ['a page of a server', '<html><body>403 Forbidden</body></html>'],
    ['a newer workbook', 'PK\u0003\u0004rest'],
    ['nothing', ''],
  ])('that is %s is refused in one line', async (_what, bytes) => {
    const file = save(bytes)
    await expect(readWorkbook(file)).rejects.toThrow(
      new Failure(`${file} is no workbook of Excel 97 to 2003 (.xls); nothing was imported`),
    )
  })

  test('that is damaged is refused in one line', async () => {
    const damaged = save(Buffer.concat([BOOK.subarray(0, 8), Buffer.alloc(4_096, 7)]))
    await expect(readWorkbook(damaged)).rejects.toThrow(
      /book\.xls cannot be read as a workbook: .+; nothing was imported$/,
    )
  })

  test('that does not exist, or is too large, is refused in one line', async () => {
    await expect(readWorkbook('missing.xls')).rejects.toThrow(
      'missing.xls cannot be read: there is no such file',
    )
    const large = save(Buffer.concat([BOOK, Buffer.alloc(17 * 1024 * 1024)]))
    await expect(readWorkbook(large)).rejects.toThrow('is over 16777216 bytes; nothing was imported')
  })

  test('with too many sheets is refused', async () => {
    const names = Array.from({ length: 151 }, (_, i) => [`s${i}`, [[1]]] as const)
    await expect(readWorkbook(save(workbook(Object.fromEntries(names))))).rejects.toThrow(
      'it has over 150 sheets',
    )
  })
})
