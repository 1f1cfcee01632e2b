import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Connection } from '@lancedb/lancedb'
import { expect, test } from 'vitest'
import { PublishEvent } from '../../../../src-main/adapters/lancedb/published/events'
import { beginLog } from '../../../../src-main/adapters/lancedb/published/log'
import {
  closeDatabase,
  connectTo,
  requirePublishable,
} from '../../../../src-main/adapters/lancedb/published/place'
import { temporaryFolder } from './temporary-workspaces'

const PUBLISHERS = [1, 2, 3, 4]

const event = (publisher: number) =>
  PublishEvent.parse({
    ...{ kind: 'publish', id: String(publisher).repeat(32), schemaVersion: 2, program: '1.0.0' },
    ...{ at: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z', name: 'Work', tools: 3 },
    ...{ worksWith: { recipe: 'bm25', options: {}, k: 5 }, tables: {}, summaries: {} },
  })

/** Begins the list at an address and appends to it, some ms after the others: gives the snapshots it then reads. */
async function publishAt(address: string, publisher: number): Promise<string[]> {
  await setTimeout(publisher * Math.random() * 6)
  await requirePublishable(address)
  const database = await connectTo(address)
  try {
    const log = await beginLog({ database, address })
    await log.read()
    await log.append(event(publisher))
    return (await log.read()).snapshots.map(({ head }) => head.id)
  } finally {
    closeDatabase(database)
  }
}

test('several that begin a list at the same moment all stand in it', async () => {
  const folder = await temporaryFolder()
  for (let round = 0; round < 40; round++) {
    const address = join(folder, `published-${round}`)
    await Promise.all(PUBLISHERS.map((publisher) => publishAt(address, publisher)))
    const there = await publishAt(address, 5)
    expect(there.toSorted()).toEqual([...PUBLISHERS, 5].map((publisher) => event(publisher).id))
  }
})

test('what was appended between looking for a list and beginning one is put back', async () => {
  const address = join(await temporaryFolder(), 'published')
  await publishAt(address, 1)
  const database = await connectTo(address)
  const late: Pick<Connection, 'openTable' | 'createTable'> = {
    openTable: () => Promise.reject(new Error("Table 'published' was not found")),
    // As LanceDB commits one that it did not find: over what is there by then.
    createTable: ((name: string, rows: never) =>
      database.createTable(name, rows, { mode: 'overwrite' })) as Connection['createTable'],
  }
  const log = await beginLog({ database: late as Connection, address })
  await log.append(event(2))
  const { snapshots } = await log.read()
  expect(snapshots.map(({ head }) => head.id)).toEqual([event(1).id, event(2).id])
  closeDatabase(database)
})
