import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { markOf, NO_FILE } from '../../files/while-unchanged'
import { wholeBeforeUnreadable } from '../records/commits-before'
import type { Head, Place } from '../records/head'
import {
  committedAt,
  versionFile,
  versionsIn,
  type Committed,
  type RecordsPlace,
} from '../records/records-table'
import { RECORDS } from '../records/rows'
import { openDatabase } from '../tables/database'
import { MARKER_FILE } from '../tables/marker'
import { firstLine, isRefusal, readProblem } from '../tables/storage-problem'

/** The last commit of a folder, and where it was read. */
export interface Current extends Committed {
  place: Place
}

/** A commit, and by which files it is seen to be still the newest. */
interface Known {
  current: Current
  marker: string | undefined
  version: string | undefined
}

/** The newest commit of a folder, read once: versions of a table have numbers of their own. */
export function knownCommits(records: RecordsPlace) {
  const { dir } = records
  const markerNow = () => markOf(join(dir, MARKER_FILE))
  const versionNow = (version: number) => markOf(versionFile(dir, version))
  let known: Known | undefined
  return {
    note(current: Current) {
      known = { current, marker: known?.marker, version: versionNow(current.version) }
    },
    /** What is known, where it is the newest still. */
    newest(): Current | undefined {
      if (known?.marker === undefined || known.marker !== markerNow()) return undefined
      const { version } = known.current
      const isThere = known.version !== undefined && known.version === versionNow(version)
      return isThere && versionNow(version + 1) === NO_FILE ? known.current : undefined
    },
    /** @param marker the mark of the marker that was read to find the place */
    async read(
      { place, marker }: { place: Place; marker: string | undefined },
      number = versionsIn(dir)[0],
    ): Promise<Current> {
      const version = number === undefined ? undefined : versionNow(number)
      const isKnown =
        known?.current.place.stamp === place.stamp &&
        known.current.version === number &&
        known.version === version
      const committed = isKnown && known ? known.current : await commitAt(records, number)
      const current = { ...committed, place }
      known = { current, marker, version }
      return current
    },
  }
}

/** The table of records, open for writing: the same one until the folder is replaced. */
export function tablesToWrite({ database }: RecordsPlace) {
  let opened: { stamp: string; table: Promise<Table> } | undefined
  return {
    open({ stamp }: Place): Promise<Table> {
      if (opened?.stamp !== stamp) opened = { stamp, table: database.openTable(RECORDS) }
      const { table } = opened
      table.catch(() => (opened = undefined))
      return table
    },
  }
}

/**
 * What a folder says of itself as of its newest commit. Unlike opening it, this writes nothing: the
 * folder may be one that is being copied just now.
 * @throws Problem `unreadable`, `newer-version`.
 */
export async function newestHead(dir: string, kinds: AnyRecordKinds): Promise<Head> {
  const database = await openDatabase(dir)
  try {
    return (await commitAt({ dir, database, kinds }, versionsIn(dir)[0])).head
  } finally {
    await database.close()
  }
}

/**
 * The commit of a version.
 * @throws Problem `unreadable` where it cannot be read.
 */
async function commitAt(records: RecordsPlace, version: number | undefined): Promise<Committed> {
  const { dir } = records
  try {
    if (version === undefined) throw new Error('The table of records has no version.')
    return await committedAt(records, version)
  } catch (error) {
    if (error instanceof Problem && error.code !== 'unreadable') throw error
    if (isRefusal(error)) throw readProblem(error, dir)
    const whole = await wholeBeforeUnreadable(records)
    throw new Problem(
      'unreadable',
      error instanceof Problem
        ? error.message
        : `The last commit of the workspace in ${dir} cannot be read. ${firstLine(String(error))}`,
      whole
        ? `Its commit ${whole.head.revision} before is whole; to go back to it, and lose what came after: pegboard check --workspace ${dir} --repair back. Or put the folder back from a backup.`
        : `Put the folder back from a backup, or copy it again if a program wrote to it while it was copied. Or go back to the last commit that is whole, if there is one, and lose what came after: pegboard check --workspace ${dir} --repair back`,
    )
  }
}
