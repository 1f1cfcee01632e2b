import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderName } from '../../../../src-main/adapters/lancedb/folder/new-place'

describe('the folder name of a workspace', () => {
  for (const [name, folder] of [
    ['Mail tools (2026)', 'mail-tools-2026'],
    ['  Größe & Maß ', 'größe-maß'],
    ['工具目录', '工具目录'],
    ['../../etc', 'etc'],
    ['***', 'workspace'],
    ['CON', 'con-workspace'],
    ['nul', 'nul-workspace'],
    ['com1', 'com1-workspace'],
  ] as const) {
    it(`is ${folder} for ${JSON.stringify(name)}`, () => {
      expect(folderName(name)).toBe(folder)
    })
  }

  it('is allowed on every system, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
        const folder = folderName(name)
        expect(folder).toMatch(/^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u)
        expect([...folder].length).toBeLessThanOrEqual(60)
      }),
    )
  })
})
