import {
  answerQuery,
  prepareRecipe,
  type QueryRunInput,
  type Prepared,
  type QueryText,
} from './answering'
import type { QueryRunAnswer } from '../../contract/query'
import { toolsIn, type ToolSet } from '../../domain/query/query'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { flatSteps, MOST_TOOLS_TRACED, traceOf, type PathStep } from '../../pipeline/record'
import { remarksOf } from '../../pipeline/stage'
import type { WorkspaceState } from '../../ports/workspace-store'
import type { Call } from '../app'
import { countingTokens } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'
import { everythingIn } from '../catalog/eligible-tools'
import type { AppContext } from '../context'
import { effectRemark } from '../recipes/recipe-options'
import type { Session } from '../workspaces/session'
import { selectedTools, namedSeeds, toolsBelow } from '../catalog/tool-summaries'

type Input = QueryRunInput

/** Answers one query, with as much of its trace as is asked for. */
export async function runQuery(
  context: AppContext,
  input: Input & {
    catalog: Catalog
    state: WorkspaceState
    promptOverrides: Session['promptOverrides']
  },
  call: Call,
): Promise<QueryRunAnswer> {
  const prepared = await prepareRecipe(context, { ...input, goesOn: 'once it fails' }, call)
  const { catalog, options, recipe, runWith, size } = prepared
  const record = input.withTrace || input.below > 0 ? 'steps' : 'nothing'
  const question = questionOf(input, catalog)
  const { set, steps, degraded, shortened, latencyMs } = await answerQuery(prepared, {
    ...question,
    signal: call.signal,
    emit: call.emit,
    record,
  })
  const pause = yieldToEventLoop(context.clock, call.signal)
  const ids = set.tools.map(({ tool }) => tool)
  const below = toolsBelow(steps, { most: input.below, admitted: runWith.admitted }, catalog)
  const tokens = await catalog.countTokens(pause, { ids })
  return {
    query: input.text,
    turns: question.turns,
    held: question.held,
    recipe: recipe.id,
    size,
    options,
    ...(size === 'k' && { k: runWith.k }),
    ...basisOf(prepared, input.state),
    tools: selectedTools(set, catalog),
    below,
    ...(set.seeds && { seeds: namedSeeds(set.seeds, catalog) }),
    remarks: [
      ...shortened,
      ...effectRemark(recipe, options),
      ...remarksOn(set, prepared),
      ...heldToolsRemark(input, question),
      ...(await remarksOf(prepared.pipeline)),
      ...prepared.unfit,
    ],
    ...(set.questions && { questions: set.questions }),
    ...(set.grounds && { grounds: set.grounds }),
    promptTokens: tokens.tokens,
    ...(tokens.isEstimate && { tokensEstimated: true }),
    ...(input.withEverything && {
      everything: await everythingIn(catalog, pause, {
        onCounted: countingTokens(call, context.clock),
        withHidden: admitsHidden(prepared.filter),
      }),
    }),
    tokenizer: context.tokenCounter.tokenizer,
    latencyMs,
    degraded,
    ...(input.withTrace && { trace: traceOf(steps), names: namesOf(steps, catalog) }),
  }
}

/** What is asked, without held tools that are there no more. */
export const questionOf = (
  { text, turns, held }: Pick<Input, 'text' | 'turns' | 'held'>,
  catalog: Pick<Catalog, 'has'>,
): Required<QueryText> => ({ text, turns, held: held.filter((tool) => catalog.has(tool)) })

function heldToolsRemark({ held }: Pick<Input, 'held'>, known: Required<QueryText>): string[] {
  const gone = held.length - known.held.length
  if (gone === 0) return []
  return [`${gone} of the tools held already ${gone === 1 ? 'is' : 'are'} not in the catalog.`]
}

/** What an answer rests on besides what was asked. */
const basisOf = ({ embedder, model, catalog }: Prepared, state: WorkspaceState) => ({
  ...(embedder !== undefined && { embedder }),
  ...(model !== undefined && { model }),
  catalog: { tools: catalog.tools.length, revision: state.revision, content: state.catalog },
})

const admitsHidden = ({ visibilities }: Prepared['filter']): boolean =>
  visibilities.length === 0 || visibilities.includes('hidden')

/** What is to be known of a set that is smaller than was wanted. */
function remarksOn(set: ToolSet, prepared: Prepared): string[] {
  const { catalog, filter, size, runWith } = prepared
  if (size !== 'k' || set.tools.length >= runWith.k) return []
  const admitted = runWith.admitted?.size ?? catalog.tools.length
  if (admitted >= runWith.k) return depthRemark(prepared)
  const isFiltered = admitted < catalog.tools.length
  const shown = [...filter.visibilities, ...filter.servers, ...filter.tags].join(', ')
  return [
    isFiltered
      ? `${runWith.k} tools were wanted; ${admitted} of ${catalog.tools.length} pass the filters (${shown}).`
      : `${runWith.k} tools were wanted; the catalog holds ${admitted}.`,
  ]
}

/** A recipe keeps its depth, whatever is wanted. */
function depthRemark({ options, runWith }: Prepared): string[] {
  const { depth } = options
  return typeof depth === 'number' && depth < runWith.k
    ? [`${runWith.k} tools were wanted; the recipe looks at ${depth}. Raise its depth to see more.`]
    : []
}

/** What to show of the tools that a trace shows, where it is not their id. */
export function namesOf(
  steps: readonly PathStep[],
  catalog: Catalog,
): NonNullable<QueryRunAnswer['names']> {
  const shown = flatSteps(steps).flatMap(({ step }) =>
    toolsIn(step.output).slice(0, MOST_TOOLS_TRACED),
  )
  const named = shown.flatMap(({ tool: id }) => {
    const { name, server } = catalog.tool(id).tool
    return name === id ? [] : [[id, { name, server }] as const]
  })
  return Object.fromEntries(named)
}
