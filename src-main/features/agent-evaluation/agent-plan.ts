import { Why } from '../../app/golden/set-uses'
import type { AgentOffer, AgentRun } from '../../domain/agent/run'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { Problem } from '../../domain/problem'
import type { QueryOutcome } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { drawnCatalogs, needingMore } from '../../evaluation/samples/drawn-catalog'
import { toolsAt } from '../../evaluation/judged'
import { sampleOf } from '../../evaluation/statistics/random'
import type { Catalog } from '../../app/workspaces/catalog'
import { eligibleTools } from '../../app/catalog/eligible-tools'
import { measuredRunsOf, type OpenRun } from '../../app/evaluation/measured-runs'
import { cutoffOf } from '../../app/evaluation/outcomes'
import { requireOwnDraw } from '../../app/evaluation/sampled-by'
import type { AppContext } from '../../app/context'
import type { Session } from '../../app/workspaces/session'
import type { z } from 'zod'
import { Measurement } from './shared/answers'

export const AgentRunsMeasureInput = Measurement.extend({ why: Why })
export type AgentRunsMeasureInput = z.output<typeof AgentRunsMeasureInput>

/** One offer, ready to be made. */
export interface PlannedOffer {
  offer: AgentOffer
  /** In words: `8 tools`, `5 tools of hybrid`. */
  title: string
  recipe?: AgentRun['recipe']
  /** The tools that a query is asked with. */
  toolsOf(query: GoldenQuery): ToolId[]
  /** How many queries need more tools than are to be given, and are given all of these. */
  exceeding(queries: readonly GoldenQuery[]): number
}

/** What is measured: the same queries with each offer. */
export interface AgentPlan {
  /** All of the golden set. */
  golden: readonly GoldenQuery[]
  queries: GoldenQuery[]
  offers: PlannedOffer[]
}

/**
 * A model takes a second or more for each: beyond, it takes days, and the store of answers does not
 * hold them.
 */
const MOST_QUESTIONS = 20_000

type Input = AgentRunsMeasureInput
interface Place {
  context: AppContext
  session: Session
  catalog: Catalog
}

/**
 * @throws Problem where something of it cannot be measured: more tools than there are, a run of
 * other queries.
 */
export async function agentPlan(place: Place, input: Input): Promise<AgentPlan> {
  const { context, session, catalog } = place
  const { maximumK } = await context.settings.read()
  const eligible = eligibleTools(catalog)
  const golden = await session.goldenQueries(input.goldenSet)
  const measured = measuredRunsOf(context)
  const runs = new Map<string, OpenRun>()
  for (const offer of input.offers) {
    if (offer.by === 'run') runs.set(offer.run, await measured.of(input.dir, offer.run))
  }
  const queries = sampled(inAllRuns(golden, [...runs.values()], input.goldenSet), input.sample)
  const questions = queries.length * input.offers.length
  if (queries.length === 0) {
    throw new Problem('bad-input', 'There is no query to ask.', 'Choose a golden set with queries.')
  }
  if (questions > MOST_QUESTIONS) {
    throw new Problem(
      'bad-input',
      `That would ask the model ${questions.toLocaleString('en')} times; ${MOST_QUESTIONS.toLocaleString('en')} is the most at once.`,
      'Measure a sample of the queries, or fewer numbers of tools.',
    )
  }
  const offers = input.offers.map((offer) =>
    offer.by === 'catalog'
      ? ofCatalog(offer, eligible, maximumK)
      : ofRun(offer, runs.get(offer.run) as OpenRun, { eligible, maximumK }),
  )
  return { golden, queries, offers }
}

/**
 * The queries that all runs measured, as the golden set has them.
 * @throws Problem `conflict` where it has them otherwise by now.
 */
function inAllRuns(
  golden: readonly GoldenQuery[],
  runs: readonly OpenRun[],
  goldenSet: string,
): GoldenQuery[] {
  const byId = new Map(golden.map((query) => [query.id, query]))
  for (const { run, outcomes } of runs) {
    const isOther = run.goldenSet !== goldenSet || outcomes.some((each) => isChanged(each, byId))
    if (!isOther) continue
    throw new Problem(
      'conflict',
      `A run of ${run.recipe} was measured on other queries than “${goldenSet}” holds now.`,
      'Evaluate the recipe again, and take that run.',
    )
  }
  const measured = runs.map(({ outcomes }) => new Set(outcomes.map(({ id }) => id)))
  return golden.filter(({ id }) => measured.every((ids) => ids.has(id)))
}

function isChanged(
  { id, text, golden }: QueryOutcome,
  byId: ReadonlyMap<string, GoldenQuery>,
): boolean {
  const query = byId.get(id)
  return query?.text !== text || query.tools.join('\n') !== golden.join('\n')
}

function sampled(queries: GoldenQuery[], sample: Input['sample']): GoldenQuery[] {
  if (!sample) return queries
  requireOwnDraw(sample)
  return sampleOf(queries, sample.size, sample.seed)
}

function ofCatalog(
  offer: AgentOffer & { by: 'catalog' },
  eligible: readonly ToolId[],
  maximumK: number,
): PlannedOffer {
  const { tools: size, seed } = offer
  if (size > eligible.length) {
    throw new Problem(
      'bad-input',
      `${size} tools cannot be given: the catalog has ${eligible.length} that are not hidden.`,
      `Choose at most ${eligible.length}.`,
    )
  }
  requireWithin(size, maximumK)
  const draw = drawnCatalogs(eligible, { tools: size, seed })
  const known = new Set(eligible)
  return {
    offer,
    title: size === 1 ? '1 tool' : `${size} tools`,
    toolsOf(query) {
      const { tools } = draw(query)
      // In the catalog’s order, so that no place tells a right tool.
      return eligible.filter((tool) => tools.has(tool))
    },
    exceeding: (queries) => needingMore(queries, (tool) => known.has(tool), size),
  }
}

function ofRun(
  offer: AgentOffer & { by: 'run' },
  { run, outcomes }: OpenRun,
  { eligible, maximumK }: { eligible: readonly ToolId[]; maximumK: number },
): PlannedOffer {
  const k = cutoffOf(run, offer.k)
  if (k !== undefined) requireWithin(k, maximumK)
  const admitted = new Set(eligible)
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return {
    offer: { by: 'run', run: run.id, ...(k !== undefined && { k }) },
    title: k === undefined ? `the tools of ${run.recipe}` : `${k} tools of ${run.recipe}`,
    recipe: {
      id: run.recipe,
      options: run.options,
      ...(run.catalogSize && { tools: run.catalogSize.tools }),
    },
    exceeding: () => 0,
    toolsOf({ id }) {
      const outcome = byId.get(id)
      const given = outcome ? toolsAt(outcome, k) : []
      // Tools that are gone by now, or hidden, cannot be given.
      return given.filter((tool) => admitted.has(tool)).slice(0, maximumK)
    },
  }
}

function requireWithin(tools: number, maximumK: number): void {
  if (tools <= maximumK) return
  throw new Problem(
    'bad-input',
    `${tools} tools are more than providers take in one request: ${maximumK}.`,
    'Choose fewer, or raise the limit under Settings where your model takes more.',
  )
}
