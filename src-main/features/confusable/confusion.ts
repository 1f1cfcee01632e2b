import { ofDevelopment } from '../../app/golden/set-uses'
import type { z } from 'zod'
import {
  likeness,
  similarTools,
  wordLikeness,
  type Similar,
} from '../../authoring/confusable/similar-tools'
import { takenQueries, type Taken } from './taken-queries'
import { Asked } from './input'
import type { Basis, ConfusablePair, ToolReach } from './shared/answers'
import { Problem } from '../../domain/problem'
import type { WorksWith } from '../../domain/recipe/choice'
import { sameOptions } from '../../domain/recipe/option'
import type { Run } from '../../domain/run/run'
import { visibilityOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { ToolId } from '../../domain/tool/tool'
import { sortedInTurns } from '../../domain/value/sorted-in-turns'
import { toolsAt } from '../../evaluation/judged'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import type { OpenKit } from '../../pipeline/knowledge-base/open-kit'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext } from '../../app/context'
import type { MeasuredRuns } from '../../app/evaluation/measured-runs'
import { cutoffOf } from '../../app/evaluation/outcomes'
import { storedRuns } from '../../app/evaluation/store'
import { vectorsOf } from '../../app/knowledge/tool-vectors'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { parseOptions } from '../../app/recipes/recipe-options'
import { chosenRecipe, type QueryChoices } from '../../app/recipes/works-with'
import { counting } from '../../app/requests/call-progress'
import type { Session } from '../../app/workspaces/session'

export const ConfusableMapInput = Asked
export type ConfusableMapInput = z.output<typeof ConfusableMapInput>

/** Tools that are taken for each other, and how often each is given. */
export interface Confusion {
  basis: Basis
  /** The most confusable first. */
  pairs: readonly ConfusablePair[]
  /** Those that stand in others' way, the worst first. */
  hubs: readonly ToolReach[]
  /** Those that no query reaches; undefined where no run tells it. */
  orphans?: readonly ToolReach[]
}

/** Set where it would be another at once, were an embedder there that gave no vectors. */
interface WorkedOut extends Confusion {
  isPassing?: boolean
}

export type Asked = ConfusableMapInput

/** Pairs that are kept: nobody reads further. */
const MOST_PAIRS = 5_000
/** The k at which most look, and to which the window is set. */
const USUAL_K = 5

type Context = AppContext & { measured: MeasuredRuns }

export interface Confusions {
  of(asked: Asked, call: Call): Promise<Confusion>
}

/** Works confusions out, each once for a catalog. */
export function openConfusions(context: Context): Confusions {
  // By the kit where tools are compared by similarity: it is another one once its embedder's name
  // stands for another model.
  const known = new WeakMap<Catalog | OpenKit, Map<string, Confusion>>()
  return {
    async of(asked, call) {
      const session = await context.sessions.of(asked.dir)
      const run = await runToGoBy(context, session, asked)
      const { embedder } = await withWorkspaceModels(context, asked.dir).settings.read()
      return session.withCatalog(async (catalog) => {
        if (!run) await catalog.renew(embedder, call.signal)
        const of = run ? catalog : catalog.kit(embedder)
        const kept = known.get(of) ?? new Map<string, Confusion>()
        known.set(of, kept)
        const key = JSON.stringify(run ? ['run', run, asked.k] : ['similarity'])
        const before = kept.get(key)
        if (before) return before
        const { isPassing, ...confusion } = run
          ? await byRun(context, { ...asked, run }, { catalog, call })
          : await bySimilarity(context, { ...asked, embedder }, { catalog, call })
        if (!isPassing) kept.set(key, confusion)
        return confusion
      })
    },
  }
}

interface Place {
  catalog: Catalog
  call: Call
}

async function byRun(
  { measured, clock }: Context,
  { dir, run: { id, remarks }, k: wanted }: Omit<Asked, 'run'> & { run: RunToGoBy },
  { catalog, call }: Place,
): Promise<WorkedOut> {
  const { run, outcomes } = await measured.of(dir, id)
  const k = cutoffOf(run, wanted ?? (run.k.includes(USUAL_K) ? USUAL_K : undefined))
  const gone = new Set<ToolId>()
  const known = (tools: readonly ToolId[]): ToolId[] =>
    tools.filter((tool) => catalog.has(tool) || (gone.add(tool), false))
  const answers = outcomes.map((outcome) => ({
    text: outcome.text,
    golden: known(outcome.golden),
    given: known(toolsAt(outcome, k)),
  }))
  const pause = yieldToEventLoop(clock, call.signal)
  const taken = await takenQueries(answers, await wordLikeness(catalog.tools, pause), pause)
  const { recipe, goldenSet, startedAt } = run
  return {
    basis: {
      by: 'run',
      run: id,
      recipe,
      goldenSet,
      startedAt,
      ...(k !== undefined && { k }),
      queries: outcomes.length,
      gone: gone.size,
      remarks: [...remarks],
    },
    pairs: taken.pairs.slice(0, MOST_PAIRS).map(({ byOne, byOther, ...pair }) => ({
      ...pair,
      taken: { byOne, byOther },
    })),
    ...reaches(taken, catalog),
  }
}

function reaches({ standings }: Taken, catalog: Catalog): Pick<Confusion, 'hubs' | 'orphans'> {
  const isHidden = (tool: ToolId) => visibilityOf(catalog.tool(tool)) === 'hidden'
  const hubs = [...standings.values()]
    .filter(({ unwanted }) => unwanted > 0)
    .sort((a, b) => b.unwanted - a.unwanted || (a.tool < b.tool ? -1 : 1))
  const orphans = catalog.tools
    .map(idOf)
    .filter((tool) => !standings.get(tool)?.given)
    .map((tool) => standings.get(tool) ?? { tool, given: 0, unwanted: 0, golden: 0 })
    .sort((a, b) => b.golden - a.golden || (a.tool < b.tool ? -1 : 1))
  const row = (standing: Omit<ToolReach, 'isHidden'>) => ({
    ...standing,
    isHidden: isHidden(standing.tool),
  })
  return { hubs: hubs.map(row), orphans: orphans.map(row) }
}

async function bySimilarity(
  context: Context,
  { dir, embedder }: Asked & { embedder: string },
  { catalog, call }: Place,
): Promise<WorkedOut> {
  const remarks: string[] = []
  const { vectors, isPassing } = await vectorsOf(
    context,
    { dir, embedder, remarks },
    { catalog, call },
  )
  const pause = yieldToEventLoop(context.clock, call.signal)
  const similar = await similarTools(
    { tools: catalog.tools, vectors, buildVectorIndex: context.buildVectorIndex },
    {
      pause,
      signal: call.signal,
      onProgress: counting(call.emit, 'Comparing tools', 'tools'),
    },
  )
  if (similar.isCut) remarks.push('So many tools say nearly the same that some pairs are missing.')
  const pairs = similar.pairs.filter((pair) => likeness(pair) >= LEAST_LIKE).slice(0, MOST_PAIRS)
  return {
    basis: { by: 'similarity', remarks, ...(vectors && { embedder }) },
    pairs: pairs.map((pair) => ({ ...pair, examples: [] })),
    hubs: await nearHubs(similar, catalog, pause),
    isPassing,
  }
}

/** Less alike are tools of the same field, and no more. */
const LEAST_LIKE = 0.5

async function nearHubs(
  { nearTo }: Similar,
  catalog: Catalog,
  pause: () => Promise<unknown>,
): Promise<ToolReach[]> {
  const sorted = await sortedInTurns(
    [...nearTo],
    ([a, one], [b, other]) => other - one || (a < b ? -1 : 1),
    pause,
  )
  return mapYielding(sorted, ([tool, given]) => [
    {
      tool,
      given,
      unwanted: given,
      golden: 0,
      isHidden: visibilityOf(catalog.tool(tool)) === 'hidden',
    },
  ])
}

interface RunAsked extends Pick<QueryChoices, 'recipe' | 'options'> {
  dir: string
  by: 'auto' | 'run' | 'similarity'
  run?: string | undefined
}

/** A run, and why it is not of what was meant. */
interface RunToGoBy {
  id: string
  remarks: readonly string[]
}

/**
 * The run to go by: the one named, or the newest of the recipe; undefined where that is similarity.
 * @throws Problem `not-found` where a recipe is named that no run is kept of, and where a run is
 * wanted and none is kept.
 */
async function runToGoBy(
  context: Pick<AppContext, 'sessions' | 'settings' | 'recipes' | 'notify'>,
  session: Session,
  { dir, by, run, recipe, options }: RunAsked,
): Promise<RunToGoBy | undefined> {
  if (by === 'similarity') return undefined
  if (run !== undefined) return { id: run, remarks: [] }
  const runs = await ofDevelopment(session, await storedRuns(session))
  const isNamed = recipe !== undefined || options !== undefined
  const [newest] = runs
  if (!newest && !isNamed) return withoutRuns(by)
  const choice = await chosenRecipe(context, dir, { recipe, options })
  const { of, lacking } = runsOf(runs, choice, context.recipes)
  const [found] = of
  if (found) return { id: found.id, remarks: [] }
  if (newest && !isNamed) return { id: newest.id, remarks: [lacking.byWorkspace] }
  throw new Problem('not-found', lacking.named, EVALUATE_FIRST)
}

const EVALUATE_FIRST = 'Evaluate it on a golden set first, or go by similarity.'

/** @throws Problem `not-found` where similarity is not what is wanted. */
function withoutRuns(by: RunAsked['by']): undefined {
  if (by === 'auto') return undefined
  throw new Problem(
    'not-found',
    'No run is kept in this workspace.',
    'Evaluate a recipe on a golden set first, or go by similarity.',
  )
}

/** The runs of a recipe with options, and what is said where there is none. */
function runsOf(runs: readonly Run[], { recipe: id, options }: WorksWith, recipes: Recipes) {
  const recipe = recipeOf(recipes, id)
  const wanted = parseOptions(recipe, options)
  const defaults = parseOptions(recipe, {})
  const ofRecipe = runs.filter((run) => run.recipe === id)
  const [these, those] =
    ofRecipe.length > 0 ? [' with these options', ' as this workspace works with it'] : ['', '']
  const meant = `No run of “${recipe.title}”`
  return {
    of: ofRecipe.filter((run) => sameOptions(run.options, wanted, defaults)),
    lacking: {
      named: `${meant}${these} is kept.`,
      byWorkspace: `${meant}${those || ', which this workspace works with,'} is kept.`,
    },
  }
}
