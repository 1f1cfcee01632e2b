import { describe, expect, it } from 'vitest'
import { readCurrent } from '../../../../src-main/adapters/lancedb/folder/open-folder'
import type { Current } from '../../../../src-main/adapters/lancedb/folder/known-commits'
import { newHead } from '../../../../src-main/adapters/lancedb/records/head'

const named = (name: string, changed: Partial<Current> = {}): Current => ({
  head: newHead(name, '2026-01-01T00:00:00.000Z'),
  table: undefined as never,
  version: 1,
  place: { stamp: name },
  ...changed,
})

/** A folder whose last commit is another each time it is looked at, the last one for good. */
const folderOf = (...commits: Current[]) => ({
  dir: '/somewhere',
  database: undefined as never,
  kinds: {},
  current: async () => {
    const next = commits.length > 1 ? commits.shift() : commits[0]
    if (!next) throw new Error('no commit')
    return next
  },
})

const read = (folder: ReturnType<typeof folderOf>, work: (name: string) => string) =>
  readCurrent(folder, async ({ head }) => work(head.name))

const cleanedUp = (name: string) => {
  if (name === 'first') throw new Error('cleaned up')
  return name
}

describe('reading a commit', () => {
  it('is done again when the folder became another workspace meanwhile', async () => {
    const folder = folderOf(named('first'), named('second'))
    expect(await read(folder, (name) => name)).toBe('second')
  })

  it('is done again when the folder became a copy of the same workspace meanwhile', async () => {
    const first = named('first')
    const copy = { ...named('copy'), head: { ...first.head, name: 'copy' } }
    expect(await read(folderOf(first, copy), (name) => name)).toBe('copy')
  })

  it('is not done again where only another commit came meanwhile', async () => {
    const first = named('first')
    const second = named('second', { version: 2, place: first.place })
    expect(await read(folderOf(first, second), (name) => name)).toBe('first')
  })

  it('is done again when it fails and the table is at another version by then', async () => {
    const first = named('first')
    const second = named('second', { version: 2, place: first.place })
    expect(await read(folderOf(first, second), cleanedUp)).toBe('second')
  })

  it('is done again when it fails and the folder is another by then', async () => {
    expect(await read(folderOf(named('first'), named('second')), cleanedUp)).toBe('second')
  })

  it('fails when it fails on what is still there', async () => {
    const failing = read(folderOf(named('first')), () => {
      throw new Error('garbage')
    })
    await expect(failing).rejects.toMatchObject({ code: 'unreadable' })
  })
})
