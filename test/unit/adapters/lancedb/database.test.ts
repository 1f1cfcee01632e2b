import { expect, it, vi } from 'vitest'
import { arrowTable } from '../../../../src-main/adapters/lancedb/tables/arrow-tables'
import { lancedb, openDatabase } from '../../../../src-main/adapters/lancedb/tables/database'
import { temporaryFolder } from './temporary-workspaces'

it('keeps what is read of tables in the caches it was given, which have a bound', async () => {
  const { Session } = await lancedb()
  const caches = new Session(1n << 20n, 1n << 20n)
  const empty = caches.sizeBytes()
  const database = await openDatabase(await temporaryFolder(), caches)
  const table = await database.createTable('words', arrowTable({ word: ['a', 'b'] }))
  await table.query().toArrow()
  expect(caches.sizeBytes()).toBeGreaterThan(empty)
  await database.close()
})

it('says what is missing where its module for this system is not installed', async () => {
  vi.doMock('@lancedb/lancedb', () => {
    throw new Error('Cannot find native binding.')
  })
  await expect(lancedb()).rejects.toMatchObject({
    code: 'unavailable',
    fix: expect.stringContaining('optional packages') as string,
  })
  vi.doUnmock('@lancedb/lancedb')
})
