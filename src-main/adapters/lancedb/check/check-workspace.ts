import type { Table } from '@lancedb/lancedb'
import {
  isDamagedContent,
  isDamagedPart,
  type CheckedPart,
  type DamageCheck,
} from '../../../domain/workspace/check'
import { Problem } from '../../../domain/problem'
import type { CheckCall } from '../../../ports/workspace-store'
import { damagedDerived } from '../folder/derived-files'
import { restore } from '../folder/copied-folder'
import { openFolder, type FolderOptions, type WorkspaceFolder } from '../folder/open-folder'
import { wholeBefore } from '../records/commits-before'
import { foundParts, type FoundRows } from '../records/found-parts'
import { newCommit, type Head, type Part } from '../records/head'
import type { Committed } from '../records/records-table'
import { readPart, sumOfAll } from '../records/snapshot'
import { partsOfKinds, type StoredPart } from '../records/stored-part'
import { writeHead } from '../records/write-change'
import { firstLine, isRefusal, writeProblem } from '../tables/storage-problem'
import { withWorkspaceLock } from '../tables/workspace-lock'
import { DOCUMENT_TABLE } from '../vectors/document-tables'
import { hasChecksums, scanRows } from '../vectors/stored-vectors'
import { conflict } from '../workspace-conflict'
import { verdict } from './checked-table'
import { goBack } from './go-back'

/**
 * Reads all of a workspace and holds it against the hashes of its last commit. Parts without one
 * are given it.
 * @throws Problem as for opening it, and `conflict` where it was changed meanwhile and is to be
 * repaired.
 */
export async function checkWorkspace(
  dir: string,
  call: CheckCall,
  options: FolderOptions,
): Promise<DamageCheck> {
  const opened = await openToCheck(dir, call, options)
  const { folder } = opened
  try {
    const now = await folder.current()
    const checked = await checkParts(folder, now, call)
    const others = [...(await checkVectors(folder, call)), ...(await checkDerived(dir))]
    const content = { parts: [...checked.map(withoutSum), ...others] }
    const isDamaged = isDamagedContent(content)
    const before =
      isDamaged && checked.some(isDamagedPart) ? await wholeBefore(folder, now) : undefined
    const found = { folder, now, checked, before }
    const hashed = await giveHashes(found)
    const repaired = isDamaged && call.repair ? await repair(found, call.repair) : undefined
    return {
      place: dir,
      contents: [content],
      isDamaged,
      hashed,
      ...(before && { wholeBefore: before.head.revision }),
      ...(repaired && { repaired }),
      ...opened.repaired,
    }
  } finally {
    await folder.close()
  }
}

interface Opened {
  folder: WorkspaceFolder
  /** Where what the last commit said of itself could not be read. */
  repaired?: Pick<DamageCheck, 'isDamaged' | 'wholeBefore' | 'repaired'>
}

async function openToCheck(
  dir: string,
  { repair: wanted }: CheckCall,
  options: FolderOptions,
): Promise<Opened> {
  try {
    return { folder: await openFolder(dir, options) }
  } catch (error) {
    const isDamaged = error instanceof Problem && error.code === 'unreadable'
    if (!isDamaged || wanted !== 'back') throw error
    const revision = await goBack(dir, options)
    if (revision === undefined) throw error
    const repaired = { isDamaged, wholeBefore: revision, repaired: 'back' as const }
    return { folder: await openFolder(dir, options), repaired }
  }
}

/** A part with the hash that it has now, where it has as many rows as it should. */
interface FoundPart extends CheckedPart {
  sum?: string
}

const withoutSum = ({ sum: _, ...part }: FoundPart): CheckedPart => part

async function checkParts(
  { kinds }: WorkspaceFolder,
  { head, table: open }: Committed,
  { signal, onParts }: CheckCall,
): Promise<FoundPart[]> {
  const known = partsOfKinds(kinds).filter(({ name }) => head.parts[name])
  const table = await open()
  // All parts at once, unless a file is damaged: then each by itself.
  const all = await foundParts(table, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    if (isRefusal(error)) throw error
    return undefined
  })
  const checked: FoundPart[] = []
  for (const part of known) {
    onParts(checked.length, known.length)
    signal.throwIfAborted()
    const state = head.parts[part.name] as Part
    const found = all ? (all.get(part.name) ?? NOTHING) : await salvaged(table, part, state)
    checked.push(partAs(part.name, state, found))
  }
  return checked
}

const NOTHING: FoundRows = { rows: 0, sum: sumOfAll([]) }

interface Salvaged {
  lost: number
  fault: unknown
}

async function salvaged(
  table: Table,
  part: StoredPart,
  state: Part,
): Promise<FoundRows | Salvaged> {
  const { batches, lost, fault } = await readPart(table, part, state)
  return lost > 0 ? { lost, fault } : { rows: state.rows - lost, sum: sumOfAll(batches) }
}

function partAs(name: string, state: Part, found: FoundRows | Salvaged): FoundPart {
  const { rows } = state
  if ('sum' in found) {
    const { sum } = found
    const more = found.rows - rows
    return { name, rows, ...verdict(more, sum, state.sum), ...(more === 0 && { sum }) }
  }
  const { lost, fault } = found
  const what =
    lost < rows
      ? `${lost} of ${rows} rows cannot be read`
      : `it cannot be read: ${firstLine(String(fault))}`
  return { name, rows, state: 'damaged', fault: what }
}

/**
 * Vectors can be made again: where they are damaged they are removed once they are read, and said
 * to be.
 */
async function checkVectors(
  { database }: WorkspaceFolder,
  { signal }: CheckCall,
): Promise<CheckedPart[]> {
  const names = (await database.tableNames()).filter((name) => DOCUMENT_TABLE.test(name))
  const parts: CheckedPart[] = []
  for (const name of names) {
    let rows = 0
    try {
      const table = await database.openTable(name)
      for await (const batch of scanRows(table)) {
        signal.throwIfAborted()
        rows += batch.length
      }
      parts.push({ name, rows, state: (await hasChecksums(table)) ? 'whole' : 'unchecked' })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem) throw error
      const fault = 'a stored vector is not what was written; index the catalog again'
      parts.push({ name, rows, state: 'damaged', fault })
    }
  }
  return parts
}

async function checkDerived(dir: string): Promise<CheckedPart[]> {
  const damaged = await damagedDerived(dir)
  if (damaged === 0) return []
  const fault = 'not used, and made again when it is needed'
  return [{ name: 'derived', rows: damaged, state: 'damaged', fault, isRemade: true }]
}

interface Found {
  folder: WorkspaceFolder
  now: Committed
  checked: readonly FoundPart[]
  /** The last commit before that is whole. */
  before: Committed | undefined
}

/** Gives parts without a hash theirs, if nobody writes just now and the folder is writable. */
async function giveHashes({ folder, now, checked }: Found): Promise<number> {
  const without = checked.filter(({ state }) => state === 'unchecked')
  if (without.length === 0) return 0
  const isWritten = await writeUnchanged({ folder, now }, now, withSums(now.head, without)).catch(
    () => false,
  )
  return isWritten ? without.length : 0
}

function withSums(head: Head, found: readonly FoundPart[], commit?: string): Head {
  const parts = { ...head.parts }
  for (const { name, sum } of found) {
    const part = parts[name]
    if (part && sum !== undefined) parts[name] = { ...part, sum, ...(commit && { commit }) }
  }
  return { ...head, parts }
}

/** Writes a head on a commit unless another commit came since. */
const writeUnchanged = (
  { folder, now }: Pick<Found, 'folder' | 'now'>,
  on: Committed,
  head: Head,
): Promise<boolean> =>
  withWorkspaceLock(folder.dir, async (lock) => {
    if ((await folder.currentToWrite()).head.commit !== now.head.commit) return false
    await restore(folder, on)
    await writeHead({ ...folder, lock }, head)
    return true
  })

async function repair(
  found: Found,
  wanted: NonNullable<CheckCall['repair']>,
): Promise<DamageCheck['repaired']> {
  const { folder, now, checked, before } = found
  const damaged = checked.filter(isDamagedPart)
  if (damaged.length === 0) return undefined
  const commit = newCommit()
  const unreadable = damaged.find(({ sum }) => sum === undefined)
  if (wanted === 'back' && !before) throw noWholeCommit(folder.dir)
  if (wanted === 'keep' && unreadable) throw notReadable(folder.dir, unreadable)
  const on = wanted === 'back' && before ? before : now
  const next = wanted === 'back' ? on.head : withSums(now.head, damaged, commit)
  const head = { ...next, commit, revision: now.head.revision + 1 }
  const written = await writeUnchanged(found, on, head).catch((error: unknown) => {
    throw writeProblem(error, folder.dir)
  })
  if (!written) throw conflict()
  return wanted === 'back' ? 'back' : 'kept'
}

const noWholeCommit = (dir: string): Problem =>
  new Problem(
    'not-found',
    `No commit of the workspace in ${dir} before this one is known to be whole, so nothing was changed.`,
    'Put the folder back from a backup, or keep what is there as it is: --repair keep.',
  )

const notReadable = (dir: string, { name, fault = '' }: FoundPart): Problem =>
  new Problem(
    'unreadable',
    `The part “${name}” of the workspace in ${dir} cannot be kept as it is: ${fault}. Nothing was changed.`,
    'Put the folder back from a backup, or go back to a whole commit: --repair back.',
  )
