import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atomicWrite } from '../../files/atomic-write'
import { parseManifest, type StoredManifest, type KnownSchema, type Manifest } from './manifest'
import type { Database } from '../tables/database'
import { rowSum } from '../tables/row-sum'
import { sealed, sealOf } from '../tables/sealed-json'
import { tablesOf } from '../tables/workspace-tables'

/**
 * The manifests of earlier commits, one a line: what a folder that was copied while it was written
 * goes back to.
 */
export const HISTORY_FILE = 'commits.jsonl'

/** Hundreds of commits or more, which are far more than are made while a folder is copied. */
const MOST_BYTES = 4 << 20

/** Keeps the manifest of the last commit, before another takes its place. */
export async function remember(dir: string, last: StoredManifest): Promise<void> {
  const path = join(dir, HISTORY_FILE)
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MOST_BYTES) {
    const lines = await linesOf(path)
    await atomicWrite(path, lines.slice(lines.length >> 1).join('\n'))
  }
  // Begun on a new line, so that one cut off by a kill spoils no other.
  await appendFile(path, `\n${sealed(JSON.stringify(last))}`)
}

/** The manifests of earlier commits as they were stored, the newest first. */
async function earlierManifests(dir: string): Promise<unknown[]> {
  const lines = await linesOf(join(dir, HISTORY_FILE))
  return lines.reverse().flatMap((line) => {
    try {
      return sealOf(line) === 'broken' ? [] : [JSON.parse(line) as unknown]
    } catch {
      return []
    }
  })
}

const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean)

interface CopiedFolder {
  dir: string
  database: Database
}

/**
 * The last commit that is whole in a folder that was copied while it was written, where the
 * manifest may name what was not yet there when its table was copied. It is the commit named if
 * that is whole, and also if no other has all its tables: then something else is wrong, and reading
 * says so.
 */
export async function lastWholeCommit(
  folder: CopiedFolder,
  named: Manifest,
  schema: KnownSchema,
): Promise<Manifest> {
  const look = lookingAt(folder, schema)
  if ((await worst(look, named)) !== 'missing') return named
  const tables = Object.keys(named.tables)
  for (const earlier of await earlierManifests(folder.dir)) {
    const manifest = parsed(earlier, named, { folder, schema })
    if (!manifest || !tables.every((table) => manifest.tables[table])) continue
    if ((await worst(look, manifest)) === 'whole') return manifest
  }
  return named
}

/** Commits that are looked at, at most: each may take as long as reading the workspace. */
const MOST_LOOKED_AT = 16

/** The last commit before this one of which every table has a hash, and is what was written. */
export async function wholeCommitBefore(
  folder: CopiedFolder,
  now: Manifest,
  schema: KnownSchema,
): Promise<Manifest | undefined> {
  const look = lookingAt(folder, schema)
  const earlier = (await earlierManifests(folder.dir)).slice(0, MOST_LOOKED_AT)
  for (const stored of earlier) {
    const manifest = parsed(stored, now, { folder, schema })
    if (!manifest || manifest.revision >= now.revision) continue
    if (Object.values(manifest.tables).some(({ sum }) => sum === undefined)) continue
    if ((await worst(look, manifest)) === 'whole') return manifest
  }
  return undefined
}

/** Nothing where it is no commit of this workspace, or of another schema version. */
function parsed(
  stored: unknown,
  { id, stamp }: Manifest,
  { folder, schema }: { folder: CopiedFolder; schema: KnownSchema },
): Manifest | undefined {
  try {
    const manifest = parseManifest({ ...(stored as Manifest), stamp }, folder.dir, schema)
    return manifest.id === id ? manifest : undefined
  } catch {
    return undefined
  }
}

type Found = 'whole' | 'missing' | 'damaged'
type Look = (table: string, state: Manifest['tables'][string]) => Promise<Found>

async function worst(look: Look, { tables }: Manifest): Promise<Found> {
  const found: Found[] = []
  for (const [name, state] of Object.entries(tables)) found.push(await look(name, state))
  return found.find((one) => one === 'damaged') ?? found.find((one) => one === 'missing') ?? 'whole'
}

/** Reads a version of a table in full, once. */
function lookingAt({ database }: CopiedFolder, { kinds }: KnownSchema): Look {
  const known = new Map(tablesOf(kinds).map((table) => [table.name, table]))
  const looked = new Map<string, Promise<Found>>()
  const look = async (...[name, { version, rows, sum }]: Parameters<Look>): Promise<Found> => {
    const table = known.get(name)
    if (!table) return 'damaged'
    try {
      const at = await database.openTable(name, version)
      let found = 0
      const added = rowSum(table.columns)
      for await (const batch of at.query().select([...table.columns])) {
        found += batch.numRows
        if (sum !== undefined) added.add(batch)
      }
      at.close()
      const isAsWritten = found === rows && (sum === undefined || added.text() === sum)
      return isAsWritten ? 'whole' : 'damaged'
    } catch (error) {
      return /not found|no such file/i.test(String(error)) ? 'missing' : 'damaged'
    }
  }
  return (name, state) => {
    const key = `${name} ${state.version}`
    const found = looked.get(key) ?? look(name, state)
    looked.set(key, found)
    return found
  }
}
