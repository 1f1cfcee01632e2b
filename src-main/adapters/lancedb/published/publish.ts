import { randomBytes } from 'node:crypto'
import type { Connection, Table } from '@lancedb/lancedb'
import type { PublishCall, Publication } from '../../../ports/publishing'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import type { Manifest } from '../folder/manifest'
import { openFolder, type FolderOptions } from '../folder/open-folder'
import { documentTableName } from '../tables/document-tables'
import { keepIndexed, type IndexLimits } from '../tables/with-table'
import { memberTableOf, tableOf } from '../tables/workspace-tables'
import { storedDimensions } from '../vectors/stored-vectors'
import { conflict } from '../workspace-commit'
import { readSnapshot } from '../workspace-snapshot'
import type { PublishEvent } from './events'
import { patiently, WRITING_PATIENCE_MS, type PublishedPlace } from './place'

/**
 * What answers queries, and what those are measured by. How the catalog came about stays with its author: sources with
 * their addresses, proposals, decisions, runs and what can be taken back.
 */
const PUBLISHED_KINDS = [
  ...['tools', 'layers', 'standardFields', 'bundles', 'goldenSets', 'goldenUses'],
  ...['prompts', 'fieldWeights', 'ownRecipes'],
]

/** Where a write is; tests end the process there. */
export type PublishStep = `${string} ${'begun' | 'written' | 'appended'}`
type OnPublishStep = (step: PublishStep) => void | Promise<void>

export interface PublishOptions extends FolderOptions, IndexLimits {
  onPublishStep?: OnPublishStep
}

export const publishedKinds = (kinds: AnyRecordKinds): AnyRecordKinds =>
  Object.fromEntries(PUBLISHED_KINDS.flatMap((name) => (kinds[name] ? [[name, kinds[name]]] : [])))

/** The tables that may be there of a snapshot, by the names they have in a workspace. */
export const publishedTables = (kinds: AnyRecordKinds): string[] =>
  Object.values(publishedKinds(kinds)).flatMap((kind) =>
    [tableOf(kind), memberTableOf(kind)].flatMap((table) => table?.name ?? []),
  )

type Rows = Awaited<ReturnType<ReturnType<Table['query']>['toArrow']>>

/** Everything of a workspace that is published, in memory: it is as of one commit, whatever is committed meanwhile. */
interface Content {
  manifest: Manifest
  tables: Map<string, Rows>
  documents?: Rows | undefined
}

/** @throws Problem `conflict` where the workspace holds another commit. */
async function contentOf(publication: Publication, options: FolderOptions): Promise<Content> {
  const { dir, commit, embedder } = publication
  const folder = await openFolder(dir, options)
  const wanted = new Set(publishedTables(folder.kinds))
  try {
    return await readSnapshot(folder, async ({ manifest }) => {
      if (manifest.commit !== commit) throw conflict()
      const database = folder.databaseOf(manifest)
      const tables = new Map<string, Rows>()
      for (const [name, { version, rows }] of Object.entries(manifest.tables)) {
        if (!wanted.has(name) || rows === 0) continue
        const table = await database.openTable(name, [], { version })
        tables.set(name, await table.query().toArrow())
        table.close()
      }
      const documents =
        embedder && (await documentsIn(folder.database, embedder).catch(() => undefined))
      return { manifest, tables, documents }
    })
  } finally {
    await folder.close()
  }
}

/** The stored vectors of an embedder, without their texts, which nothing reads. Where they cannot be read, none. */
async function documentsIn(
  database: Connection,
  { fingerprint }: { fingerprint: string },
): Promise<Rows | undefined> {
  const name = documentTableName(fingerprint)
  if (!(await database.tableNames()).includes(name)) return undefined
  const table = await database.openTable(name)
  const rows = await table.query().select(['hash', 'vector']).toArrow()
  return rows.numRows > 0 ? rows : undefined
}

/** A snapshot’s own, in the names of its tables: random, so that no two publishers ever write to one table. */
const newSnapshotId = (): string => randomBytes(16).toString('hex')

/**
 * Writes the tables of a snapshot, each under a name that nobody reads yet, and gives the event that is to name them. A process that
 * is killed before the event leaves tables that are in nobody’s way.
 */
export async function writeSnapshot(
  { database, schemaVersion }: { database: Connection; schemaVersion: number },
  publication: Publication,
  call: PublishCall,
  options: PublishOptions,
): Promise<PublishEvent> {
  const { address } = publication
  const { manifest, tables, documents } = await contentOf(publication, options)
  const id = newSnapshotId()
  const parts = [...tables, ...(documents ? [[DOCUMENTS, documents] as const] : [])]
  const total = parts.reduce((sum, [, rows]) => sum + rows.numRows, 0)
  const waiting = { address, what: 'Publishing to', signal: call.signal }
  const written = new Map<string, { as: string; rows: number }>()
  let [done, dimensions] = [0, 0]
  try {
    for (const [name, rows] of parts) {
      const as = `${name}-${id}`
      const patience = { ...waiting, patienceMs: WRITING_PATIENCE_MS }
      written.set(name, { as, rows: rows.numRows })
      const table = await patiently(database.createTable(as, rows), patience)
      if (name === DOCUMENTS) {
        dimensions = await storedDimensions(table)
        // Who reads only looks: what an index takes is done here.
        await patiently(keepIndexed(table, options), patience)
      }
      call.onRows((done += rows.numRows), total)
      await options.onPublishStep?.(`${name} written`)
    }
    for (const { as, rows } of written.values()) {
      const there = database.openTable(as).then((table) => table.countRows())
      if ((await patiently(there, waiting)) !== rows) throw new Error(`${as} is not whole.`)
    }
  } catch (error) {
    const begun = [...written.values()].map(({ as }) => as)
    await dropTables({ database, address }, begun)
    throw error
  }
  const { [DOCUMENTS]: vectors, ...records } = Object.fromEntries(written)
  return {
    ...{ kind: 'publish', id, schemaVersion, ...headOf(publication, manifest), tables: records },
    summaries: summariesOf(manifest, options),
    ...(vectors &&
      publication.embedder && {
        documents: {
          ...{ ...vectors, dimensions, fingerprint: publication.embedder.fingerprint },
          embedder: publication.embedder.name,
        },
      }),
  }
}

/** As the table of vectors is called here, whichever embedder made them. */
export const DOCUMENTS = 'documents'

const headOf = ({ at, program, models, worksWith, figures }: Publication, manifest: Manifest) => ({
  ...{ at, program, name: manifest.name, createdAt: manifest.createdAt, models },
  tools: manifest.tables['tools']?.rows ?? 0,
  worksWith,
  ...(figures && { figures }),
})

function summariesOf({ summaries }: Manifest, { kinds }: PublishOptions): Manifest['summaries'] {
  const names = Object.keys(kinds ? publishedKinds(kinds) : summaries)
  return Object.fromEntries(
    names.flatMap((name) =>
      summaries[name] && PUBLISHED_KINDS.includes(name) ? [[name, summaries[name]]] : [],
    ),
  )
}

/** Removes tables as far as that goes: what stays is looked for again by the next publisher. */
export async function dropTables(
  { database, address }: PublishedPlace,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await patiently(database.dropTable(name), { address, what: 'Publishing to' }).catch(
      () => undefined,
    )
  }
}
