import { describe, expect, it } from 'vitest'
import {
  readBeginning,
  readLooseTable,
  readTable,
} from '../../../../src-main/importing/reading/table'
import { UnreadableFile } from '../../../../src-main/importing/reading/place'
import { errorOf, textFile } from '../../../fixtures/importing/files'

const bent = textFile('t.csv', 'name,name,\na,say "hi",\nb\n')

describe('a table', () => {
  it('gives its header though its rows cannot be read', () => {
    expect(errorOf(() => readTable(bent))).toBeInstanceOf(UnreadableFile)
    expect(readBeginning(bent, 0).header).toEqual(['name', 'name (column 2)', 'column 3'])
  })

  it('has the same header whether all of it is read or not', () => {
    const table = textFile('t.csv', '\n;;\nTool;"a; b";\n1;2;3\n')
    expect(readBeginning(table, 0).header).toEqual(readTable(table).header)
    expect(readBeginning(textFile('t.csv', ' \n'), 0).header).toEqual([])
  })

  it('that bends the rules is read as far as it goes', () => {
    expect(readLooseTable(bent)).toEqual([['name', 'name', ''], ['a', 'say "hi"', ''], ['b']])
    const open = textFile('t.csv', 'a,b\n"c,d\n')
    expect(errorOf(() => readLooseTable(open))).toBeInstanceOf(UnreadableFile)
  })

  it('is split at what its first line names, and keeps the numbers of its lines', () => {
    const table = readTable(textFile('t.csv', 'sep=;\r\nname;text\r\na;"b, c"\r\n'))
    expect(table).toMatchObject({
      header: ['name', 'text'],
      rows: [{ line: 3, cells: ['a', 'b, c'] }],
    })
  })

  it('is read where a carriage return alone ends its lines', () => {
    expect(readTable(textFile('t.csv', 'name,text\ra,b\rc,d')).rows).toHaveLength(2)
  })
})
