import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORD_KINDS } from '../../../domain/workspace/record-kinds'
import { restore } from '../folder/copied-folder'
import type { FolderOptions } from '../folder/open-folder'
import { lastWhole, wholeBeforeUnreadable } from '../records/commits-before'
import { newCommit } from '../records/head'
import {
  newestVersionFile,
  versionsFolder,
  versionsIn,
  type Committed,
  type RecordsPlace,
} from '../records/records-table'
import { RECORDS, RECORDS_FOLDER } from '../records/rows'
import { writeHead } from '../records/write-change'
import { openDatabase } from '../tables/database'
import { writeProblem } from '../tables/storage-problem'
import { withWorkspaceLock } from '../tables/workspace-lock'

/**
 * Makes the last commit that is whole the last one where what the last one says of itself cannot be
 * read, and gives its revision. Where there is none, nothing is changed.
 */
export async function goBack(
  dir: string,
  { kinds = RECORD_KINDS }: FolderOptions,
): Promise<number | undefined> {
  const database = await openDatabase(dir)
  const records = { dir, database, kinds }
  try {
    return await withWorkspaceLock(dir, async (lock) => {
      const whole = (await wholeBeforeUnreadable(records)) ?? (await belowDamagedVersions(records))
      if (!whole) return undefined
      await restore(records, whole)
      const { head } = whole
      const next = { ...head, commit: newCommit(), revision: head.revision + 1 }
      await writeHead({ database, lock }, next)
      return head.revision
    })
  } catch (error) {
    throw writeProblem(error, dir)
  } finally {
    await database.close()
  }
}

/** Where the newest version cannot be read, LanceDB opens no other: it is put aside first. */
async function belowDamagedVersions(records: RecordsPlace): Promise<Committed | undefined> {
  const { dir, database } = records
  const versions = versionsFolder(dir)
  const aside: string[] = []
  while (versionsIn(dir).length > 1 && !(await canOpen(database))) {
    const file = newestVersionFile(dir) ?? ''
    await rename(join(versions, file), join(dir, RECORDS_FOLDER, `${file}${DAMAGED}`))
    aside.push(file)
  }
  const whole = aside.length > 0 ? await lastWhole(records, versionsIn(dir)) : undefined
  if (whole) return whole
  for (const file of aside)
    await rename(join(dir, RECORDS_FOLDER, `${file}${DAMAGED}`), join(versions, file))
  return undefined
}

const DAMAGED = '.damaged'

const canOpen = (database: RecordsPlace['database']): Promise<boolean> =>
  database.openTable(RECORDS).then(
    () => true,
    () => false,
  )
