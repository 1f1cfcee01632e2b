import { byScore, type PlacedTool, type QueryPlan, type Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Settings } from '../../domain/trace/trace'
import type { Admitted, DenseSource } from '../kit'
import {
  gradeAnyTools,
  gradeTools,
  MOST_CANDIDATES,
  rankAnyTools,
  rankTools,
} from '../prompts/judge-tools'
import type { ShownTool } from '../prompts/quoted'
import { stage } from '../stage'

/** A model's list of names held against the tools that it was shown. */
interface NamedTools {
  tools: PlacedTool[]
  /** Names of no tool that was shown. */
  invented: number
  /** Names said before. */
  repeated: number
}

/** The tools that names stand for, each once, in the order of the names. */
function namedTools(names: readonly string[], shown: readonly PlacedTool[]): NamedTools {
  const byName = namesOf(shown)
  const found = new Set<PlacedTool>()
  let invented = 0
  let repeated = 0
  for (const name of names) {
    const placed = byName.get(name.trim())
    if (!placed) invented++
    else if (found.has(placed)) repeated++
    else found.add(placed)
  }
  return { tools: [...found], invented, repeated }
}

/**
 * By id, and by the bare name behind a server where only one tool has it: models like to leave the
 * server out.
 */
function namesOf(shown: readonly PlacedTool[]): Map<string, PlacedTool> {
  const byBareName = Map.groupBy(shown, ({ tool }) => tool.slice(tool.lastIndexOf('/') + 1))
  const byName = new Map<string, PlacedTool>()
  for (const [name, [placed, ...others]] of byBareName) {
    if (placed && others.length === 0) byName.set(name, placed)
  }
  for (const placed of shown) byName.set(placed.tool, placed)
  return byName
}

/** What the trace tells of names that were of no use. */
const misnamed = ({ invented, repeated }: NamedTools): Settings => ({
  ...(invented > 0 && { 'invented names dropped': invented }),
  ...(repeated > 0 && { 'repeated names dropped': repeated }),
})

/** What tools are judged for: the step, or the whole request where there are several. */
const judgedText = ({ query, steps }: QueryPlan): string =>
  (steps.length === 1 ? steps[0]?.text : undefined) ?? query.text

/** A place that a model gave has no score. */
const withoutScore = ({ tool, witnesses }: PlacedTool): PlacedTool => ({ tool, witnesses })

/**
 * Orders tools by the cosine of their documents and the step or request, those without one last.
 * Toolshed, section 3.4.3.
 */
export const rerankByMeaning = (source: DenseSource, among: Admitted) =>
  stage<Ranking, Ranking>({
    name: 'rerank by meaning',
    gives: 'ranking',
    settings: {},
    sources: [source, among],
    async run(ranking, step) {
      const { tools, plan } = ranking
      const text = judgedText(plan)
      if (tools.length === 0) return ranking
      const call = { among: among.tools, signal: step.signal, onEmbedded: step.embedded }
      const [rating] = await source.rate(
        [text],
        tools.map(({ tool }) => tool),
        call,
      )
      if (!rating)
        return step.degrade('the embedder knows no word of this query: kept the order', ranking)
      const cosines = new Map(rating.hits.map(({ key, score }) => [key, score]))
      const rated: PlacedTool[] = []
      const unrated: PlacedTool[] = []
      for (const placed of tools) {
        const score = cosines.get(placed.tool)
        if (score === undefined) unrated.push({ tool: placed.tool, witnesses: placed.witnesses })
        else rated.push(scored(placed, score))
      }
      return {
        ...ranking,
        order: unrated.length === 0 ? 'score' : 'given',
        tools: [...rated.sort(byScore), ...unrated],
      }
    },
  })

const scored = ({ tool, witnesses }: PlacedTool, score: number): PlacedTool => ({
  tool,
  score,
  witnesses: [...witnesses, { kind: 'score', source: 'rerank cosine', origin: 'meaning', score }],
})

export interface RerankOptions {
  /** Tools as a prompt shows them. */
  shown: (tools: readonly ToolId[]) => ShownTool[]
  /** Whether a plan of one step is left alone, as its list was ranked already. */
  onlySeveralSteps?: boolean
}

/**
 * The order that a model gives the first {@link MOST_CANDIDATES}; those it leaves out are dropped,
 * and those it was not shown come after. Where it leaves the order as it was shown, scores stay. At
 * most one model call. Toolshed, section 3.4.3.
 */
export const rerankByModel = ({ shown, onlySeveralSteps = false }: RerankOptions) =>
  stage<Ranking, Ranking>({
    name: 'rerank by model',
    gives: 'ranking',
    settings: {
      'shown at most': MOST_CANDIDATES,
      ...(onlySeveralSteps && { 'only several steps': true }),
    },
    prompts: [rankAnyTools],
    mostCalls: (steps) => (onlySeveralSteps && steps === 1 ? 0 : 1),
    async run(ranking, step) {
      const { plan, tools } = ranking
      const candidates = tools.slice(0, MOST_CANDIDATES)
      if (candidates.length === 0 || (onlySeveralSteps && plan.steps.length === 1)) return ranking
      const ids = candidates.map(({ tool }) => tool)
      const input = { text: judgedText(plan), tools: shown(ids) }
      const answer = await step.ask(rankTools(ids.length), input, { tools: ids })
      const named = namedTools(answer.tools, candidates)
      step.note(misnamed(named))
      if (named.tools.length === 0) {
        return step.degrade('the model named no tool that it was shown: kept the order', ranking)
      }
      const kept = new Set(named.tools)
      step.drop(
        candidates.filter((placed) => !kept.has(placed)),
        'the model leaves it out',
      )
      const others = tools.slice(candidates.length)
      // Scores say what the order says: whoever merges this list with others reads it as if nobody
      // had been asked.
      if (areInOrder(named.tools, candidates)) {
        return { ...ranking, tools: [...named.tools, ...others] }
      }
      return { ...ranking, order: 'given', tools: [...named.tools, ...others].map(withoutScore) }
    },
  })

/** Whether the tools stand as they stand among all. */
function areInOrder(some: readonly PlacedTool[], all: readonly PlacedTool[]): boolean {
  const places = some.map((placed) => all.indexOf(placed))
  return places.every((place, at) => at === 0 || place > (places[at - 1] as number))
}

/**
 * Drops what a model finds irrelevant among the first tools. At most one model call. Toolshed,
 * section 3.4.3 (corrective RAG).
 */
export const grade = ({ shown }: Pick<RerankOptions, 'shown'>) =>
  stage<Ranking, Ranking>({
    name: 'grade',
    gives: 'ranking',
    settings: { 'shown at most': MOST_CANDIDATES },
    prompts: [gradeAnyTools],
    async run(ranking, step) {
      const candidates = ranking.tools.slice(0, MOST_CANDIDATES)
      if (candidates.length === 0) return ranking
      const input = {
        text: ranking.plan.query.text,
        tools: shown(candidates.map(({ tool }) => tool)),
      }
      const { irrelevant } = await step.ask(gradeTools(candidates.length), input, {
        irrelevant: [],
      })
      const named = namedTools(irrelevant, candidates)
      step.note(misnamed(named))
      step.drop(named.tools, 'graded irrelevant')
      const dropped = new Set(named.tools)
      return { ...ranking, tools: ranking.tools.filter((placed) => !dropped.has(placed)) }
    },
  })
