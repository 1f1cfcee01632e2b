import type { GoldenPlace } from '../../contract/evaluation-routes'
import type { ParsedInput, RouteOutput } from '../../contract/routes'
import type { QueryOutcome } from '../../domain/run'
import { toolsIn } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import { toolsAt } from '../../evaluation/judged'
import { turns } from '../../evaluation/turns'
import { flatSteps, type PathStep } from '../../pipeline/record'
import { promptsOf } from '../../pipeline/stage'
import { answerQuery, prepareRecipe, type Prepared } from '../answering'
import type { Call } from '../app'
import type { AppContext } from '../handlers'
import type { GoldenQueryName } from '../known-query'
import { outcomeOf, type MeasuredRuns } from './measured-runs'
import { cutoffOf } from './outcomes'
import { heldOutWhenRunAgain } from './past-queries'
import { catalogOfRun } from './split-catalog'
import { choiceOf } from './trace'

type Input = ParsedInput<'evaluation.locate'>
type Context = AppContext & { measured: MeasuredRuns }

/** Where a tool stands, and what became of it. */
type Place = Pick<GoldenPlace, 'fate' | 'rank'>

/**
 * Where each golden tool of some queries stands, as far as the recipe ranks: what the run stored of those that were given,
 * and of the others what running the query again shows, on today's catalog. Where that would ask a model, nothing is run.
 */
export async function placesOfGolden(
  context: Context,
  input: Input,
  call: Call,
): Promise<RouteOutput<'evaluation.locate'>> {
  const { dir } = input
  const open = await context.measured.of(dir, input.run)
  const k = cutoffOf(open.run, input.k)
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (whole) => {
    const catalog = await catalogOfRun(session, { catalog: whole, run: open.run })
    const choice = { catalog, dir, k, wordings: session.wordings, ...choiceOf(open.run) }
    const prepared = await prepareRecipe(context, choice, call)
    const pause = turns(context.clock, call.signal)
    const heldOut = await heldOutWhenRunAgain(prepared, pause)
    const places: GoldenPlace[][] = []
    for (const query of input.queries) {
      await pause()
      const outcome = outcomeOf(open, query)
      const found = await placesIn(prepared, {
        ...{ outcome, k, signal: call.signal },
        without: heldOut(outcome.text),
        golden: { goldenSet: open.run.goldenSet, id: outcome.id },
      })
      places.push(outcome.golden.map((tool) => named(prepared, tool, found(tool))))
    }
    return places
  })
}

function named({ catalog }: Prepared, tool: ToolId, place: Place): GoldenPlace {
  const known = catalog.has(tool) ? catalog.tool(tool).tool : undefined
  return {
    tool,
    name: known?.name ?? tool,
    ...(known?.server && { server: known.server }),
    ...place,
  }
}

interface Placing {
  outcome: QueryOutcome
  k: number | undefined
  /** Logged queries that it must not learn from. */
  without: readonly string[]
  golden: GoldenQueryName
  signal: AbortSignal
}

async function placesIn(
  prepared: Prepared,
  { outcome, k, signal, ...asked }: Placing,
): Promise<(tool: ToolId) => Place> {
  const given = toolsAt(outcome, k)
  const isMissing = (tool: ToolId) => !given.includes(tool)
  const stored = (tool: ToolId): Place => ({ fate: 'found', rank: given.indexOf(tool) + 1 })
  if (!outcome.golden.some(isMissing)) return stored
  if (promptsOf(prepared.pipeline).length > 0 && prepared.runWith.ask) {
    return (tool) => (isMissing(tool) ? { fate: 'not-given' } : stored(tool))
  }
  const question = { text: outcome.text, ...asked, signal, record: 'explained steps' } as const
  const { steps } = await answerQuery(prepared, question)
  return (tool) => {
    if (!isMissing(tool)) return stored(tool)
    const place = placeNow(prepared, steps, tool)
    return place.fate === 'found' ? { ...place, fate: 'found-today' } : place
  }
}

function placeNow({ catalog, runWith }: Prepared, steps: readonly PathStep[], tool: ToolId): Place {
  if (!catalog.has(tool)) return { fate: 'not-in-catalog' }
  if (runWith.admitted?.has(tool) === false) return { fate: 'filtered' }
  const last = steps.at(-1)
  const at = last ? toolsIn(last.step.output).findIndex((placed) => placed.tool === tool) : -1
  if (at >= 0) return { fate: 'found', rank: at + 1 }
  const ends = steps.findLast((step) => lossAt(step, tool))
  if (ends) return lossAt(ends, tool) as Place
  const within = flatSteps(steps).flatMap((step) => lossAt(step, tool) ?? [])
  // Several searches may have found it, all too deep: the best of its places tells how far it was from being ranked.
  return within.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))[0] ?? NEVER
}

const NEVER: Place = { fate: 'never-found' }

/** How one step lost a tool that it had; undefined where it did not. */
function lossAt({ step }: PathStep, tool: ToolId): Place | undefined {
  for (const { tools, firstRank } of step.dropped) {
    const at = tools.findIndex((placed) => placed.tool === tool)
    if (at < 0) continue
    if (firstRank === undefined) return { fate: 'dropped', ...rankIn(step.input, tool) }
    return {
      fate: step.output.shape === 'tool-set' ? 'cut' : 'below-depth',
      rank: firstRank + at,
    }
  }
  return undefined
}

function rankIn(shape: Parameters<typeof toolsIn>[0], tool: ToolId): Pick<Place, 'rank'> {
  const at = toolsIn(shape).findIndex((placed) => placed.tool === tool)
  return at < 0 ? {} : { rank: at + 1 }
}
