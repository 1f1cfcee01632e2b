import type { ParameterRule } from '../../domain/tool/parameter-rule'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Clock } from '../../ports/clock'
import type { WorkspaceChange, WorkspaceState, WorkspaceStore } from '../../ports/workspace-store'
import type { PromptOverrides } from '../../pipeline/ask'
import type { Catalog } from './catalog'
import {
  changes,
  currentCatalog,
  isSameState,
  type CurrentCatalog,
  type Layers,
  type OnChange,
} from './current-catalog'
import type { OnTools } from '../requests/call-progress'
import type { AppPorts } from '../ports'

/**
 * A change, with what to answer once it is written; a plan that answers nothing leaves the answer
 * out.
 */
export type PlannedChange<Answer> = WorkspaceChange &
  (undefined extends Answer ? { answer?: Answer } : { answer: Answer })

/**
 * Works a change out against the catalog as the last commit left it. It is called again when
 * another commit comes first, so it does nothing but read and compute. When it throws, nothing is
 * written.
 */
export type PlanChange<Answer> = (
  catalog: Catalog,
  layers: Layers,
) => PlannedChange<Answer> | Promise<PlannedChange<Answer>>

/** One open workspace with its catalog in memory. */
export interface Session {
  readonly store: WorkspaceStore
  readonly clock: Clock
  /** The catalog as of the last commit of any process. */
  catalog(onTools?: OnTools): Promise<Catalog>
  /**
   * Does work with the catalog as of now and the commit that left it so, whatever is committed
   * meanwhile.
   */
  withCatalog<Result>(
    work: (catalog: Catalog, state: WorkspaceState) => Promise<Result>,
    onTools?: OnTools,
  ): Promise<Result>
  /**
   * One golden set's queries, read again only after a commit that may have changed golden sets.
   * @throws Problem `not-found`.
   */
  goldenQueries(set: string): Promise<GoldenQuery[]>
  /** What this workspace says instead of prompts' own wording, read once per commit. */
  promptOverrides(): Promise<PromptOverrides>
  /** What of its tools agents are not shown, read once per commit. */
  parameterRules(): Promise<readonly ParameterRule[]>
  /**
   * Writes a change worked out against the last commit of any process, and gives the plan's answer.
   * A plan that changes nothing writes nothing. With `expected`, the name of a commit, refuses
   * where the folder holds another by now.
   * @throws Problem as {@link WorkspaceStore.commit}, and whatever the plan throws.
   */
  change<Answer>(plan: PlanChange<Answer>, expected?: WorkspaceState['commit']): Promise<Answer>
  close(): Promise<void>
}

/**
 * The session of an open workspace, which it closes with itself.
 * @param onChange see {@link currentCatalog}.
 */
export function openSession(store: WorkspaceStore, ports: AppPorts, onChange: OnChange): Session {
  const current = currentCatalog(store, ports, onChange)
  const golden = goldenQueriesOf(store)
  return {
    store,
    clock: ports.clock,
    catalog: (onTools) => current.load(({ catalog }) => catalog, onTools),
    async withCatalog(work, onTools) {
      const { catalog, state } = await current.load((loaded) => loaded, onTools)
      return work(catalog, state)
    },
    goldenQueries: golden.read,
    promptOverrides: oncePerCommit(store, readPromptOverrides),
    parameterRules: oncePerCommit(store, readParameterRules),
    change: changesOf(store, { current, golden }),
    close: () => store.close(),
  }
}

interface GoldenReading {
  read: Session['goldenQueries']
  /**
   * Moves on by a change that was committed to `base`: one that leaves golden sets alone has
   * nothing read again.
   */
  advance(base: WorkspaceState, change: WorkspaceChange, state: WorkspaceState): void
}

function goldenQueriesOf(store: WorkspaceStore): GoldenReading {
  let read: { commit: string; sets: Map<string, Promise<GoldenQuery[]>> } | undefined
  return {
    async read(set) {
      const { commit } = await store.state()
      if (read?.commit !== commit) read = { commit, sets: new Map() }
      const { sets } = read
      const queries = sets.get(set) ?? store.members('goldenSets', set)
      sets.set(set, queries)
      queries.catch(() => sets.delete(set))
      return queries
    },
    advance(base, change, { commit }) {
      if (read?.commit === base.commit && !changes(change.goldenSets)) read = { ...read, commit }
    },
  }
}

/** Reads something of a workspace, and again only after another commit. */
function oncePerCommit<Read>(
  store: WorkspaceStore,
  read: (store: WorkspaceStore) => Promise<Read>,
): () => Promise<Read> {
  let known: { commit: string; read: Promise<Read> } | undefined
  return async () => {
    const { commit } = await store.state()
    if (known?.commit !== commit) known = { commit, read: read(store) }
    const reading = known.read
    reading.catch(() => (known = undefined))
    return reading
  }
}

const readPromptOverrides = async (store: WorkspaceStore): Promise<PromptOverrides> =>
  new Map((await store.read('prompts')).prompts.map(({ prompt, wording }) => [prompt, wording]))

const readParameterRules = async (store: WorkspaceStore): Promise<readonly ParameterRule[]> =>
  (await store.read('parameterRules')).parameterRules

const changesOf = (
  store: WorkspaceStore,
  { current, golden }: { current: CurrentCatalog; golden: GoldenReading },
): Session['change'] =>
  async function change<Answer>(plan: PlanChange<Answer>, expected?: WorkspaceState['commit']) {
    const workOut = async () => {
      const base = await current.load((loaded) => loaded)
      const { answer, ...change } = await plan(base.catalog, base.layers)
      return { base, answer: answer as Answer, change: isAnything(change) ? change : undefined }
    }
    let planned = await workOut()
    if (!planned.change && expected === undefined) return planned.answer
    const state = await store.commit(async (before) => {
      if (!isSameState(planned.base.state, before)) planned = await workOut()
      return planned.change
    }, expected)
    if (planned.change) {
      golden.advance(planned.base.state, planned.change, state)
      current.advance(planned.base, planned.change, state)
    }
    return planned.answer
  }

const isAnything = ({
  name,
  models,
  move,
  worksWith,
  isDemo,
  ...kinds
}: WorkspaceChange): boolean =>
  [name, models, move, worksWith, isDemo].some((part) => part !== undefined) ||
  Object.values(kinds).some(changes)
