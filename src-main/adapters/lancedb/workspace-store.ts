import type { Bundle } from '../../domain/bundle'
import type { GoldenQuery } from '../../domain/golden-set'
import { Problem } from '../../domain/problem'
import type { QueryOutcome, Run } from '../../domain/run'
import type { CatalogTool, Tool } from '../../domain/tool'
import type { WorkspaceStore } from '../../ports/workspace-store'
import { openDatabase } from './database'
import { documentTables } from './document-tables'
import { infoOf, newerVersion, readAnyManifest, readManifest, writeManifest } from './manifest'
import { MIGRATIONS, migrate, schemaVersionOf, type Migration } from './migrations'
import { readProblem, writeProblem } from './storage-problem'
import {
  conflict,
  isAsCommitted,
  rollBack,
  writeChange,
  type OnCommitStep,
} from './workspace-commit'
import { withLock } from './workspace-lock'
import { readSnapshot, type Readable } from './workspace-snapshot'
import { isOneOf, parseEach, parseInOrder } from './workspace-tables'

export interface StoreOptions {
  migrations?: readonly Migration[]
  /** Called as a commit goes on; what it throws, the commit fails with. */
  onCommitStep?: OnCommitStep
}

/**
 * Opens the workspace of a folder, first bringing it to this program's schema version.
 * @throws Problem `not-found`, `newer-version`, `unreadable`.
 */
export async function openWorkspace(
  dir: string,
  { migrations = MIGRATIONS, onCommitStep }: StoreOptions = {},
): Promise<WorkspaceStore> {
  const schemaVersion = schemaVersionOf(migrations)
  await readAnyManifest(dir)
  const database = await openDatabase(dir)
  const workspace = {
    dir,
    database,
    onStep: onCommitStep,
    manifest: () => readManifest(dir, schemaVersion),
  }
  await upgrade(workspace, migrations)
  await workspace.manifest()
  await tidy(workspace)
  return {
    dir,
    info: async () => infoOf(dir, await workspace.manifest()),
    ...reads(workspace),
    commit: commits(workspace),
    ...documents(workspace),
    async close() {
      database.close()
    },
  }
}

type Open = Readable & { onStep?: OnCommitStep }

async function upgrade({ dir, database }: Open, migrations: readonly Migration[]): Promise<void> {
  const wanted = schemaVersionOf(migrations)
  const { schemaVersion } = await readAnyManifest(dir)
  if (schemaVersion > wanted) throw newerVersion(`The workspace in ${dir}`)
  if (schemaVersion === wanted) return
  try {
    await withLock(dir, async () => {
      const manifest = await readAnyManifest(dir)
      await writeManifest(dir, await migrate(manifest, migrations, database))
    })
  } catch (error) {
    throw writeProblem(error, dir)
  }
}

/** Takes back what a killed process left. Reading does without, so a busy or read-only workspace just stays as it is. */
async function tidy(workspace: Open): Promise<void> {
  if (await isAsCommitted(workspace.database, await workspace.manifest())) return
  const patienceMs = 0
  await withLock(
    workspace.dir,
    async () => rollBack(workspace, await workspace.manifest()),
    patienceMs,
  ).catch(() => undefined)
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Reads = Pick<
  WorkspaceStore,
  'tools' | 'goldenSets' | 'goldenQueries' | 'bundles' | 'runs' | 'outcomes'
>

function reads(workspace: Open): Reads {
  return {
    tools: () =>
      readSnapshot(workspace, async ({ rows }) => {
        const found = await rows('tools', ['tool', 'layer'])
        const layers = parseEach<CatalogTool['layer']>(found.texts('layer'))
        return parseEach<Tool>(found.texts('tool'))
          .map((tool, row): CatalogTool => ({ tool, layer: layers[row] ?? {} }))
          .sort((a, b) => byText(a.tool.id, b.tool.id))
      }),
    goldenSets: async () => (await workspace.manifest()).goldenSets,
    goldenQueries: (set) =>
      readSnapshot(workspace, async ({ manifest, rows }) => {
        if (!manifest.goldenSets.some(({ name }) => name === set)) throw noGoldenSet(set)
        const where = isOneOf('golden_set', [set])
        const found = await rows('golden_queries', ['position', 'query'], where)
        return parseInOrder<GoldenQuery>(found.texts('query'), found.numbers('position'))
      }),
    bundles: () =>
      readSnapshot(workspace, async ({ rows }) => {
        const found = await rows('bundles', ['bundle'])
        return parseEach<Bundle>(found.texts('bundle')).sort((a, b) => byText(a.id, b.id))
      }),
    runs: () =>
      readSnapshot(workspace, async ({ rows }) => {
        const found = await rows('runs', ['run'])
        return parseEach<Run>(found.texts('run')).sort(
          (a, b) => byText(b.startedAt, a.startedAt) || byText(a.id, b.id),
        )
      }),
    outcomes: (run) =>
      readSnapshot(workspace, async ({ rows }) => {
        const known = await rows('runs', ['id'], isOneOf('id', [run]))
        if (known.texts('id').length === 0) throw noRun(run)
        const found = await rows('outcomes', ['position', 'outcome'], isOneOf('run', [run]))
        return parseInOrder<QueryOutcome>(found.texts('outcome'), found.numbers('position'))
      }),
  }
}

/** Commits of this store one after the other; those of other processes are kept apart by the lock. */
function commits(workspace: Open): WorkspaceStore['commit'] {
  const commit: WorkspaceStore['commit'] = (change, expected) =>
    withLock(workspace.dir, async () => {
      const manifest = await workspace.manifest()
      if (expected !== undefined && expected !== manifest.revision) throw conflict()
      return (await writeChange(workspace, manifest, change)).revision
    }).catch((error: unknown) => {
      throw writeProblem(error, workspace.dir)
    })
  let last: Promise<unknown> = Promise.resolve()
  return (change, expected) => {
    const next = last.then(() => commit(change, expected))
    last = next.catch(() => undefined)
    return next
  }
}

function documents({ dir, database }: Open) {
  const tables = documentTables({ dir, database })
  const read = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw readProblem(error, dir)
    })
  const written = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw writeProblem(error, dir)
    })
  return {
    vectors: (...args: Parameters<typeof tables.vectors>) => read(tables.vectors(...args)),
    storedHashes: (...args: Parameters<typeof tables.storedHashes>) =>
      read(tables.storedHashes(...args)),
    vectorIndex: (<Key extends string>(...args: Parameters<typeof tables.vectorIndex<Key>>) =>
      read(tables.vectorIndex(...args))) satisfies WorkspaceStore['vectorIndex'],
    hasOnlyOtherEmbeddersDocuments: (fingerprint: string) =>
      read(tables.hasOnlyOtherEmbeddersDocuments(fingerprint)),
    saveDocuments: (...args: Parameters<typeof tables.saveDocuments>) =>
      written(tables.saveDocuments(...args)),
    pruneDocuments: (...args: Parameters<typeof tables.pruneDocuments>) =>
      written(tables.pruneDocuments(...args)),
  }
}

const noGoldenSet = (set: string): Problem =>
  new Problem(
    'not-found',
    `There is no golden set "${set}" in this workspace.`,
    'Choose one of the golden sets listed, or import it.',
  )

const noRun = (run: string): Problem =>
  new Problem(
    'not-found',
    `There is no run "${run}" in this workspace.`,
    'It may have been removed: look at the list of runs.',
  )
