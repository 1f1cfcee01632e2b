import type { Table } from '@lancedb/lancedb'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../../../src-main/adapters/lancedb/tables/storage-problem'
import { withTable } from '../../../../src-main/adapters/lancedb/vectors/with-table'

/** A table that others make trouble with: `dropped` counts how often it was given up. */
function troubledTable({ isReadable }: { isReadable: boolean }) {
  const seen = { opened: 0, dropped: 0, indexesDropped: 0 }
  const table = {
    dropIndex: async () => {
      seen.indexesDropped++
    },
  } as unknown as Table
  return {
    seen,
    doing: withTable({
      dir: '/some/workspace',
      open: async () => {
        seen.opened++
        return table
      },
      isDamage: (error) => !isRefusal(error) && !(error instanceof TypeError),
      dropUnlessReadable: async () => {
        if (!isReadable) seen.dropped++
        return !isReadable
      },
    }),
  }
}

const failing = (times: number, message = 'Not found: some file') => {
  let left = times
  return async (_: Table, usesIndex: boolean) => {
    if (left-- > 0) throw new Error(message)
    return usesIndex
  }
}

describe('work on a table', () => {
  it('opens it once where nothing goes wrong', async () => {
    const { doing, seen } = troubledTable({ isReadable: true })
    expect(await doing(failing(0))).toBe(true)
    expect(await doing(failing(0))).toBe(true)
    expect(seen).toEqual({ opened: 1, dropped: 0, indexesDropped: 0 })
  })

  it('is done again on the table opened once more', async () => {
    const { doing, seen } = troubledTable({ isReadable: true })
    expect(await doing(failing(1))).toBe(true)
    expect(seen).toEqual({ opened: 2, dropped: 0, indexesDropped: 0 })
  })

  it('is done without the index where rows can be read, from then on', async () => {
    const { doing, seen } = troubledTable({ isReadable: true })
    expect(await doing(failing(2))).toBe(false)
    expect(await doing(failing(0))).toBe(false)
    expect(seen).toEqual({ opened: 2, dropped: 0, indexesDropped: 1 })
  })

  it('keeps the index where doing without does not help either', async () => {
    const { doing, seen } = troubledTable({ isReadable: true })
    await expect(doing(failing(3))).rejects.toThrow('Not found')
    expect(await doing(failing(0))).toBe(true)
    expect(seen).toMatchObject({ dropped: 0, indexesDropped: 0 })
  })

  it('gives up a table whose rows cannot be read, and says so', async () => {
    const { doing, seen } = troubledTable({ isReadable: false })
    await expect(doing(failing(9))).rejects.toMatchObject({ code: 'unreadable' })
    expect(seen.dropped).toBe(1)
  })

  it('drops nothing where the folder may not be read, and says what to do', async () => {
    const { doing, seen } = troubledTable({ isReadable: false })
    const refused = failing(9, 'EACCES: permission denied, open')
    await expect(doing(refused)).rejects.toMatchObject({
      code: 'unreadable',
      fix: expect.stringContaining('Allow reading') as string,
    })
    expect(seen).toEqual({ opened: 1, dropped: 0, indexesDropped: 0 })
  })
})
