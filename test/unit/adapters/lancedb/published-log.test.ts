import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from '@lancedb/lancedb'
import { expect, onTestFinished, test } from 'vitest'
import { PublishEvent } from '../../../../src-main/adapters/lancedb/published/events'
import {
  beginLog,
  openLog,
  type PublishedLog,
} from '../../../../src-main/adapters/lancedb/published/log'
import {
  closeDatabase,
  connectTo,
  requirePublishable,
} from '../../../../src-main/adapters/lancedb/published/place'
import type { Database } from '../../../../src-main/adapters/lancedb/tables/database'
import { temporaryFolder } from './temporary-workspaces'

const PUBLISHERS = [1, 2, 3, 4]

const event = (publisher: number) =>
  PublishEvent.parse({
    kind: 'publish',
    id: String(publisher).repeat(32),
    schemaVersion: 2,
    program: '1.0.0',
    at: '2026-01-01T00:00:00Z',
    createdAt: '2026-01-01T00:00:00Z',
    name: 'Work',
    tools: 3,
    worksWith: { recipe: 'bm25', options: {}, k: 5 },
    tables: {},
    summaries: {},
  })

/**
 * Begins the list at an address and appends to it, some ms after the others: gives the snapshots it
 * then reads.
 */
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

/** Begins the list as a publisher does that did not find the one that is there. */
async function beginLate(address: string, { database }: { database: Database }) {
  let looked = 0
  const late: Database = {
    ...database,
    openTable: (name) =>
      looked++ === 0
        ? Promise.reject(new Error("Table 'published' was not found"))
        : database.openTable(name),
    // As LanceDB commits one that it did not find: over what is there by then.
    createTable: async (name, rows) =>
      (await connect(address)).createTable(name, rows, { mode: 'overwrite' }),
  }
  return beginLog({ database: late, address })
}

/** A list with one event, and whoever comes late to it. */
async function begunTwice() {
  const address = join(await temporaryFolder(), 'published')
  await publishAt(address, 1)
  const database = await connectTo(address)
  onTestFinished(() => closeDatabase(database))
  const late = await beginLate(address, { database })
  return { address, database, late }
}

const idsOf = async (log: PublishedLog) => (await log.read()).snapshots.map(({ head }) => head.id)

test('what was appended between looking for a list and beginning one is put back', async () => {
  const { late } = await begunTwice()
  await late.append(event(2))
  expect(await idsOf(late)).toEqual([event(1).id, event(2).id])
})

test('a list that was emptied by whoever then ended reads as before, and goes on', async () => {
  const { address, database } = await begunTwice()
  await beginLate(address, { database })
  const log = await openLog({ database, address })
  expect(await idsOf(log)).toEqual([event(1).id])
  expect(await publishAt(address, 3)).toEqual([event(1).id, event(3).id])
  expect(await idsOf(log)).toEqual([event(1).id, event(3).id])
})

test('what two put back stands there once', async () => {
  const { address, database, late } = await begunTwice()
  const other = await openLog({ database, address })
  await Promise.all([late.append(event(2)), other.append(event(3))])
  expect((await idsOf(other)).toSorted()).toEqual([1, 2, 3].map((each) => event(each).id))
})

test('an empty list whose older versions were cleaned up is one in which nothing stands', async () => {
  const { address, database } = await begunTwice()
  const table = await database.openTable('published')
  await table.optimize({ cleanupOlderThan: new Date(Date.now() + 1_000), deleteUnverified: true })
  table.close()
  const log = await openLog({ database, address })
  expect(await idsOf(log)).toEqual([])
  await log.append(event(2))
  expect(await idsOf(log)).toEqual([event(2).id])
})
