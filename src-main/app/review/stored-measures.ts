import { createHash } from 'node:crypto'
import { GATE_RULE } from '../../authoring/gate/gate'
import type { ReviewGate, ReviewRow } from '../../contract/review'
import { idOf } from '../../domain/tool/stored-tool'
import type { TextProposal } from '../../domain/proposal/text'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { packJson, unpackJson } from '../../pipeline/knowledge-base/derived'
import type { WorkspaceState } from '../../ports/workspace-store'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../workspaces/catalog'
import { cachedOfCatalog } from '../workspaces/cached-data'
import type { AskingPlace } from '../query/ask-recipe'
import { searchStampIfKnown } from '../evaluation/search-now'
import { stampOfQueries } from '../golden/query-stamp'
import { developmentSets } from '../workspaces/used-sets'
import type { Session } from '../workspaces/session'
import { proposalsOf } from './proposed-texts'

/**
 * What was measured of a proposal, and of what: the texts of its tool and its neighbours, the
 * golden queries, and what the recipe answers by.
 */
export interface StoredMeasure {
  gate: NonNullable<ReviewRow['gate']>
  neighbours: readonly ToolId[]
  basis: string
}

/** The measures of one workspace's proposals, held against the catalog as it is. */
export interface Measures {
  /** What was measured, if the same would be measured again. */
  of(proposal: TextProposal): StoredMeasure['gate'] | undefined
  /**
   * Works out what is known of many, so that {@link of} has it at once.
   * @param pause called between any two
   */
  workOut(proposals: readonly TextProposal[], pause: () => Promise<unknown>): Promise<void>
  /**
   * What the recipe answers by now, to be noted with what is measured; undefined where that cannot
   * be told.
   */
  answersBy(): Promise<string | undefined>
  /** Notes what was measured, unless the recipe answers by something else by now than it did. */
  note(
    proposal: TextProposal,
    measured: Omit<StoredMeasure, 'basis'>,
    answeredBy: string | undefined,
  ): Promise<void>
  /**
   * Keeps those of proposals that are still there where the next program finds them, as long as the
   * catalog is the same.
   */
  save(): Promise<void>
}

/** What proposals measured, as it is kept beside the catalog. */
export const MEASURED = 'measured proposals'

interface Known {
  /** By the proposal’s id and the recipe. */
  byId: Map<string, StoredMeasure>
  /** Catalogs for which kept measures were looked for. */
  read: Set<string>
}

const known = new WeakMap<Session, Known>()

/** Measures are kept in memory and beside the catalog, without a commit: they can be made again. */
export async function openMeasures(
  place: Omit<AskingPlace, 'mayAsk'>,
  catalog: Catalog,
): Promise<Measures> {
  const { session, choice } = place
  const measures = await read(session)
  const { context, dir, call } = place
  const now = { dir, session, catalog, signal: call.signal }
  const answersBy = () => searchStampIfKnown(context, now, choice)
  // Where nothing is measured, no model is asked which it is.
  let search = measures.byId.size > 0 ? await answersBy() : undefined
  const queries = await queriesStamp(session)
  const basisOf = (
    { id, part, proposed, seen, tool }: TextProposal,
    neighbours: readonly ToolId[],
  ) =>
    digest([
      GATE_RULE,
      id,
      part,
      proposed,
      seen,
      choice,
      queries,
      search,
      ...[tool, ...neighbours].map((each) =>
        catalog.has(each) ? stampOf(catalog.tool(each)) : '',
      ),
    ])
  const keyOf = ({ id }: Pick<TextProposal, 'id'>) => `${id} ${digest(choice)}`
  const compared = new WeakMap<TextProposal, Compared>()
  const of = (proposal: TextProposal): StoredMeasure['gate'] | undefined => {
    const found = measures.byId.get(keyOf(proposal))
    if (!found || search === undefined) return undefined
    const before = compared.get(proposal)
    if (before?.found === found) return before.gate
    const gate = found.basis === basisOf(proposal, found.neighbours) ? found.gate : undefined
    compared.set(proposal, { found, gate })
    return gate
  }
  return {
    of,
    async workOut(proposals, pause) {
      for (const each of proposals) {
        of(each)
        await pause()
      }
    },
    answersBy,
    async note(proposal, measured, answeredBy) {
      search = await answersBy()
      if (search === undefined || search !== answeredBy) return
      const basis = basisOf(proposal, measured.neighbours)
      measures.byId.set(keyOf(proposal), { ...measured, basis })
    },
    async save() {
      const state = await session.store.state()
      // Another program may have kept others of the same catalog.
      await loadMeasures(session, state, measures)
      const there = new Set((await proposalsOf(session)).map(({ id }) => id))
      for (const key of measures.byId.keys()) {
        if (!there.has(key.slice(0, key.lastIndexOf(' ')))) measures.byId.delete(key)
      }
      await session.store.keepDerived(MEASURED, state, packJson([...measures.byId]))
    },
  }
}

/** What was measured, and what it says of the catalog as it is. */
interface Compared {
  found: StoredMeasure
  gate: StoredMeasure['gate'] | undefined
}

async function read(session: Session): Promise<Known> {
  const measures = known.get(session) ?? { byId: new Map(), read: new Set() }
  known.set(session, measures)
  const state = await session.store.state()
  if (measures.read.has(state.catalog)) return measures
  await loadMeasures(session, state, measures)
  measures.read.add(state.catalog)
  return measures
}

/** Takes over what was kept and is not in memory. */
async function loadMeasures(
  { store }: Session,
  state: WorkspaceState,
  { byId }: Known,
): Promise<void> {
  const bytes = await cachedOfCatalog(store, state).read(MEASURED)
  const kept = bytes && unpackJson<[string, StoredMeasure][]>(bytes)
  for (const [id, measure] of kept ?? []) {
    if (!byId.has(id)) byId.set(id, measure)
  }
}

const digest = (value: unknown): string =>
  createHash('sha256')
    .update(canonical(value) ?? '')
    .digest('hex')
    .slice(0, 24)

const stamps = new WeakMap<CatalogTool, string>()

/** Names what a tool and its layer say. */
function stampOf(entry: CatalogTool): string {
  const stamp =
    stamps.get(entry) ?? digest([idOf(entry), { ...entry.tool, source: null }, entry.layer])
  stamps.set(entry, stamp)
  return stamp
}

/** Names what the golden queries of a workspace say. */
async function queriesStamp(session: Session): Promise<string> {
  const goldenSets = await developmentSets(session)
  const stampsOfSets: string[] = []
  for (const { name } of goldenSets) {
    const queries = await session.goldenQueries(name)
    stampsOfSets.push(`${name} ${stampOfQueries(queries)}`)
  }
  return digest(stampsOfSets)
}

/** No proposal of any kind yet. */
export const noGates = (): Record<ReviewGate, number> => ({
  helps: 0,
  'no-change': 0,
  harms: 0,
  untold: 0,
  unmeasured: 0,
})
