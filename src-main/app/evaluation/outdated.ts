import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { absentRecipeText } from '../../domain/recipe/left'
import type { Outdated, OutdatedRuns, WorkedOutOn } from '../../domain/run/outdated'
import type { Run } from '../../domain/run/run'
import type { ChangeRecord } from '../../domain/workspace/change'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { WorkspaceState } from '../../ports/workspace-store'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import { allChanges } from '../changes/stored-changes'
import type { AppContext } from '../context'
import { withWorkspaceModels } from '../models/workspace-models'
import type { Session } from '../workspaces/session'
import { editedSince } from './edited-since'
import { catalogHashOf, searchHashOf } from './provenance'
import { pipelineNow, searchNow, type Search, type SearchNow } from './search-now'
import { storedRuns } from './store'

export const EvaluationOutdatedInput = z.object({ dir: Dir })
export type EvaluationOutdatedInput = z.output<typeof EvaluationOutdatedInput>

/**
 * Holds every stored run against the search that is in use now. Measures nothing and embeds
 * nothing.
 */
export async function outdatedRuns(
  context: AppContext,
  { dir }: EvaluationOutdatedInput,
  call: Call,
): Promise<OutdatedRuns> {
  const runs = await storedRuns(await context.sessions.of(dir))
  return outdatedAmong(context, { dir, runs }, call)
}

/** The same of some runs. */
export async function outdatedAmong(
  appContext: AppContext,
  { dir, runs }: { dir: string; runs: readonly Run[] },
  { signal }: Pick<Call, 'signal'>,
): Promise<OutdatedRuns> {
  const context = withWorkspaceModels(appContext, dir)
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (catalog, state) => {
    const partsOf = await comparing(context, { session, catalog, state, signal })
    const found: OutdatedRuns = {}
    for (const run of runs) {
      signal.throwIfAborted()
      const parts = await partsOf(run)
      if (parts.length > 0) found[run.id] = parts
    }
    return found
  })
}

/**
 * What is another now than something was worked out on that is no run, but for what decisions on it
 * changed themselves.
 */
export async function outdatedSince(
  appContext: AppContext,
  { dir, on }: { dir: string; on: WorkedOutOn },
  { signal }: Pick<Call, 'signal'>,
): Promise<Outdated[]> {
  const context = withWorkspaceModels(appContext, dir)
  const session = await context.sessions.of(dir)
  const { embedder } = await context.settings.read()
  const { catalog } = await session.store.state()
  const changes = on.catalog === catalog ? [] : await allChanges(session)
  const edits = editsSince({ catalog: on }, changes)
  const was = { embedder: on.embedder, provenance: { embedder: on.fingerprint } }
  const fingerprint = async () => (await context.embedders.open(embedder, signal)).fingerprint
  return [
    ...(edits > 0 ? [{ of: 'catalog' as const, edits }] : []),
    ...(await embedderParts(was, { embedder, fingerprint, signal })),
  ]
}

const SEARCH_NOT_NOTED: Outdated = {
  of: 'unknown',
  why: 'measured by an earlier Pegboard, which did not note how it searched',
}

interface Now {
  session: Session
  catalog: Catalog
  state: WorkspaceState
  signal: AbortSignal
}

/** Tells of a run what is outdated. What runs have in common is looked up once. */
async function comparing(
  context: AppContext,
  now: Now,
): Promise<(run: Run) => Promise<Outdated[]>> {
  const changes = await allChanges(now.session)
  const { embedder } = await context.settings.read()
  const fingerprint = once(
    async () => (await context.embedders.open(embedder, now.signal)).fingerprint,
  )
  const catalogHash = once(() =>
    catalogHashOf(now.catalog, yieldToEventLoop(context.clock, now.signal)),
  )
  const goldenOf = memo((set: string) => editedSince(now.session, set))
  const sets = new Set(
    (await now.session.store.read('goldenSets')).goldenSets.map(({ name }) => name),
  )
  const hashOf = memo((key: string) => searchHashNow(context, now, JSON.parse(key) as Search))
  const searchOf = memo((key: string) => askedNow(context, now, JSON.parse(key) as Search))

  return async (run) => {
    const { provenance } = run
    if (!provenance)
      return [{ of: 'unknown', why: 'measured by Pegboard 0.1, which did not note on what' }]
    const parts: Outdated[] = []
    if (await isOtherCatalog(run, now.state, catalogHash)) {
      const edits = editsSince(run, changes)
      parts.push({ of: 'catalog', ...(edits > 0 && { edits }) })
    }
    if (!sets.has(run.goldenSet)) parts.push({ of: 'golden set', isGone: true })
    else if (await goldenOf(run.goldenSet)(run)) parts.push({ of: 'golden set' })
    if (provenance.embedder !== undefined) {
      parts.push(...(await embedderParts(run, { embedder, fingerprint, signal: now.signal })))
    }
    const { recipe, options } = run
    if (!context.recipes.all.some(({ id }) => id === recipe)) {
      return [...parts, { of: 'unknown', why: absentRecipeText(recipe).replace(/\.$/, '') }]
    }
    const search = JSON.stringify({ recipe, options })
    const hash = await hashOf(search)
    if (typeof hash !== 'string') return [...parts, hash]
    if (provenance.search === undefined) parts.push(SEARCH_NOT_NOTED)
    else if (provenance.search !== hash) parts.push({ of: 'search' })
    if (provenance.model !== undefined || provenance.prompts.length > 0 || provenance.history) {
      parts.push(...modelParts(run, await searchOf(search)))
    }
    return parts
  }
}

/**
 * Where both are known by their content, that decides: an edit and its undo leave the same catalog.
 */
async function isOtherCatalog(
  { catalog, provenance }: Run,
  state: WorkspaceState,
  catalogHash: () => Promise<string>,
): Promise<boolean> {
  if (catalog.content === state.catalog) return false
  return provenance?.catalogHash === undefined || provenance.catalogHash !== (await catalogHash())
}

/**
 * Changes of the catalog since, which are not undone; 0 where it cannot be told how many they are.
 */
function editsSince(
  { catalog }: { catalog: Pick<Run['catalog'], 'change'> },
  changes: readonly ChangeRecord[],
): number {
  // Only the latest changes are kept, and none in a copy of the workspace.
  const last = changes.find(({ name }) => name === catalog.change)?.number
  if (last === undefined) return 0
  const ofCatalog = changes.filter(({ isOfCatalog }) => isOfCatalog)
  // One from before that is undone by now may have been undone after the run.
  if (ofCatalog.some(({ number, isUndone }) => isUndone && number <= last)) return 0
  return ofCatalog.filter(({ number, isUndone }) => number > last && !isUndone).length
}

async function embedderParts(
  {
    embedder: was = '',
    provenance,
  }: { embedder?: string | undefined; provenance?: { embedder?: string | undefined } | undefined },
  {
    embedder: is,
    fingerprint,
    signal,
  }: { embedder: string; fingerprint: () => Promise<string>; signal: AbortSignal },
): Promise<Outdated[]> {
  if (was !== is) return [{ of: 'embedder', was, is }]
  try {
    return provenance?.embedder === (await fingerprint()) ? [] : [{ of: 'embedder', was, is }]
  } catch (error) {
    return [unknownBy(error, signal)]
  }
}

function unknownBy(error: unknown, signal: AbortSignal): Outdated {
  signal.throwIfAborted()
  if (!(error instanceof Problem)) throw error
  return { of: 'unknown', why: error.message }
}

/** Of the stages and settings of a recipe now; where that cannot be told, why. */
async function searchHashNow(
  context: AppContext,
  { catalog, signal }: Now,
  search: Search,
): Promise<string | Outdated> {
  try {
    return searchHashOf((await pipelineNow(context, catalog, search)).pipeline)
  } catch (error) {
    return unknownBy(error, signal)
  }
}

/** What a recipe would ask and learn from now; where that cannot be told, why. */
async function askedNow(
  context: AppContext,
  now: Now,
  search: Search,
): Promise<SearchNow | Outdated> {
  try {
    return await searchNow(context, now, search)
  } catch (error) {
    return unknownBy(error, now.signal)
  }
}

function modelParts({ provenance, split }: Run, now: SearchNow | Outdated): Outdated[] {
  if ('of' in now) return [now]
  const isOtherModel = provenance?.model !== now.model
  const isOtherWording = provenance?.prompts.join() !== now.prompts.join()
  // Where the golden set was split, the other part of it was the history.
  const isOtherHistory = !split && provenance?.history?.hash !== now.history
  // Earlier runs did not note their fields.
  const isOtherFields = provenance?.fields !== undefined && provenance.fields !== now.fields
  return [
    ...(isOtherModel ? [{ of: 'chat model' as const }] : []),
    ...(isOtherWording ? [{ of: 'prompts' as const }] : []),
    ...(isOtherHistory ? [{ of: 'logged queries' as const }] : []),
    ...(isOtherFields ? [{ of: 'fields' as const }] : []),
  ]
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => (value ??= read())
}

function memo<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const value = made.has(key) ? (made.get(key) as Value) : make(key)
    made.set(key, value)
    return value
  }
}
