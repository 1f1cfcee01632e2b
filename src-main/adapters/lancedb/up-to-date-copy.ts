import { constants } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '@lancedb/lancedb'
import { ownedFolder } from '../files/owned-folder'
import { openDatabase } from './database'
import { DOCUMENT_TABLE } from './document-tables'
import { parseManifest, type KnownSchema, type Manifest, type StampedManifest } from './manifest'
import type { Migration } from './migration'
import { migrate } from './migrations'

/** The records of an older workspace, brought up to date in the system's temporary folder. */
export interface UpToDateCopy {
  manifest: Manifest
  database: Connection
  close(): Promise<void>
}

/** Lets an older workspace be read where its folder may not be written to. Vectors are the same in all versions, and stay there. */
export async function upToDateCopy(
  dir: string,
  stored: StampedManifest,
  { migrations, ...schema }: KnownSchema & { migrations: readonly Migration[] },
): Promise<UpToDateCopy> {
  const folder = await ownedFolder()
  try {
    for (const name of (await readdir(dir)).filter(isRecordTable))
      await copyFolder(join(dir, name), join(folder.path, name))
    const database = await openDatabase(folder.path)
    const migrated = await migrate(stored, migrations, { dir: folder.path, database })
    return {
      manifest: parseManifest({ ...migrated, stamp: stored.stamp }, dir, schema),
      database,
      async close() {
        database.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

const isRecordTable = (name: string): boolean =>
  name.endsWith('.lance') && !DOCUMENT_TABLE.test(name.replace(/\.lance$/, ''))

/** Not as the system copies folders: those that may not be written to would come out as such. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}
