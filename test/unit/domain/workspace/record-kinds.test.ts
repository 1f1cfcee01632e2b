import { describe, expect, it } from 'vitest'
import {
  RECORD_KINDS,
  type AnyRecordKind,
} from '../../../../src-main/domain/workspace/record-kinds'

const kinds: AnyRecordKind[] = Object.values(RECORD_KINDS)

describe('the kinds of record', () => {
  it('have tables of their own', () => {
    const names = kinds.flatMap(({ listed, members }) => [
      ...('name' in listed ? [listed.name] : []),
      ...(members ? [members.table.name] : []),
    ])
    expect(new Set(names).size).toBe(names.length)
    // What LanceDB takes as a table's name, and an archive as a file's.
    for (const name of names) expect(name).toMatch(/^[a-z_]+$/)
  })

  it('in the manifest alone have members: nothing else of them would be kept', () => {
    const inManifest = kinds.filter(({ listed }) => 'of' in listed)
    expect(inManifest.length).toBeGreaterThan(0)
    expect(inManifest.filter(({ members }) => !members)).toEqual([])
  })
})
