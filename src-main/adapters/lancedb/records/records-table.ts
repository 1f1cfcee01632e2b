import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { newerVersion } from '../tables/marker'
import { textsOf } from '../tables/arrow-tables'
import type { Database } from '../tables/database'
import { sealed, sealOf } from '../tables/sealed-json'
import { soundRowsOf } from '../tables/sound-files'
import { isRefusal } from '../tables/storage-problem'
import { Head } from './head'
import { HEAD_PART, headRow, RECORDS, RECORDS_FOLDER, type RecordRow } from './rows'
import { isPart } from './snapshot'
import { partsOfKinds } from './stored-part'

/** Where the table of records is. */
export interface RecordsPlace {
  dir: string
  /** Of the folder that the table is in. */
  database: Database
  kinds: AnyRecordKinds
}

/** The folder in which LanceDB keeps a file for each version of the table. */
export const versionsFolder = (dir: string): string => join(dir, RECORDS_FOLDER, '_versions')

/** LanceDB names the file of version v after 2^64 − 1 − v, so that the newest is listed first. */
const MOST_VERSION = 2n ** 64n - 1n

/** The file of a version of the table. */
export const versionFile = (dir: string, version: number): string =>
  join(versionsFolder(dir), `${String(MOST_VERSION - BigInt(version)).padStart(20, '0')}.manifest`)

const versionOf = (file: string): number | undefined => {
  const inverted = /^(\d{20})\.manifest$/.exec(file)?.[1]
  return inverted === undefined ? undefined : Number(MOST_VERSION - BigInt(inverted))
}

/** The files of the versions that are there, the newest first. */
const versionFiles = (dir: string): string[] =>
  readdirSync(versionsFolder(dir))
    .filter((file) => versionOf(file) !== undefined)
    .sort()

export const oldestVersionFile = (dir: string): string | undefined => versionFiles(dir).at(-1)
export const newestVersionFile = (dir: string): string | undefined => versionFiles(dir)[0]

/** The versions of the table whose files are there, the newest first. None without a table. */
export function versionsIn(dir: string): number[] {
  const folder = versionsFolder(dir)
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.flatMap((file) => versionOf(file) ?? []).sort((a, b) => b - a)
}

/**
 * Removes the files of a table's versions beyond one. Where the newest cannot be read, LanceDB
 * opens no other.
 */
export async function dropVersionsBeyond(versions: string, version: number): Promise<void> {
  for (const file of readdirSync(versions))
    if ((versionOf(file) ?? 0) > version) await rm(join(versions, file))
}

/** What a commit left. */
export interface Committed {
  head: Head
  version: number
  /** The table at this version; it is opened once. */
  table(): Promise<Table>
}

/**
 * The commit of a version.
 * @throws Problem `newer-version`; `unreadable` where its head is not what was written.
 */
export async function committedAt(
  { dir, database, kinds }: RecordsPlace,
  version: number,
): Promise<Committed> {
  const table = await database.openTable(RECORDS, version)
  return { head: headIn(await headTexts(table), dir, kinds), version, table: async () => table }
}

/** The table at a version, opened when it is called for. */
export function openedOnce(database: Database, version: number): Committed['table'] {
  let opened: Promise<Table> | undefined
  return () => (opened ??= database.openTable(RECORDS, version))
}

/** The head; beside a damaged file the one before it may still be there, if a write was killed. */
async function headTexts(table: Table): Promise<string[]> {
  try {
    const rows = await table.query().where(isPart(HEAD_PART)).select(['value']).toArrow()
    return textsOf(rows, 'value')
  } catch (error) {
    if (isRefusal(error)) throw error
    const files = await soundRowsOf(table, ['value'], HEAD_PART)
    if (files.length === 0) throw error
    return files.flatMap((rows) => textsOf(rows, 'value'))
  }
}

function headIn(texts: readonly string[], dir: string, kinds: AnyRecordKinds): Head {
  const heads = texts.map((text) => {
    if (sealOf(text) !== 'whole') throw damagedHead(dir)
    const { success, data } = Head.safeParse(JSON.parse(text))
    if (!success) throw damagedHead(dir)
    return data
  })
  const [head] = heads.sort((a, b) => b.revision - a.revision)
  if (!head) throw damagedHead(dir)
  const known = new Set(partsOfKinds(kinds).map(({ name }) => name))
  if (Object.keys(head.parts).some((name) => !known.has(name)))
    throw newerVersion(`The workspace in ${dir}`)
  return head
}

export const rowOfHead = (head: Head): RecordRow => headRow(sealed(JSON.stringify(head)))

const damagedHead = (dir: string): Problem =>
  new Problem(
    'unreadable',
    `The last commit of the workspace in ${dir} is damaged: what it says of itself is not what was written.`,
    'Put the folder back from a backup.',
  )
