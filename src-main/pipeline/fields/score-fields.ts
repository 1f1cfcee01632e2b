import {
  byScore,
  type PlacedTool,
  type QueryPlan,
  type Ranking,
  type Witness,
} from '../../domain/query/query'
import { share } from '../score-shares'
import { stage, type Source } from '../stage'
import type { ChosenWeights } from './choose-weights'
import type { FieldComparison, FieldMatch, Wanted } from './compare-fields'
import type { StandardisedTools } from './count-standardised'
import {
  fieldValues,
  FIELD_VALUES,
  missingParameters,
  sumOf,
  unitOf,
  weighed,
} from './weigh-fields'

interface ScoreFieldsOptions {
  depth: number
  comparison: FieldComparison
  weights: ChosenWeights
  /** How many of the tools that may leave are standardised. */
  standardised: Source<StandardisedTools>
  onMatches?: OnMatches | undefined
}

/** Given what was compared for each plan, for whoever learns from it. */
export type OnMatches = (plan: QueryPlan, matches: readonly FieldMatch[]) => void

/**
 * Scores every tool by its fields, each with its weight, less what its parameters without arguments
 * cost. MFTR, section 3.3.
 */
export function scoreFields({ depth, comparison, weights, ...options }: ScoreFieldsOptions) {
  const { standardised, onMatches } = options
  return stage<QueryPlan, Ranking>({
    name: 'score fields',
    gives: 'ranking',
    settings: { 'compared by': comparison.by, ...weights.settings, depth },
    sources: [...comparison.sources, ...weights.sources, standardised],
    absent: 'no field of it is like the query',
    async run(plan, step) {
      const counted = await standardised.prepare()
      if (counted.own < counted.tools) step.note({ 'fields of definitions': unwritten(counted) })
      const matches = await comparison.compare(wantedBy(plan), step)
      onMatches?.(plan, matches)
      const { weights: chosen, from, instead } = await weights.of(plan.query.text)
      step.note({ weights: from })
      if (instead !== undefined) step.degrade(instead, undefined)
      const values = fieldValues(matches, chosen)
      const unit = unitOf(matches, chosen.scale)
      const ranked = matches.flatMap((match, at): PlacedTool[] => {
        const own = values[at]
        if (!own || !isFound(match)) return []
        const adds = weighed(own, chosen)
        const missing = missingParameters(match, { unit, weights: chosen })
        return [{ tool: match.tool, score: sumOf(adds), witnesses: witnessesOf(adds, missing) }]
      })
      return {
        shape: 'ranking',
        plan,
        order: 'score',
        tools: step.cut(ranked.sort(byScore), depth),
      }
    },
  })
}

const unwritten = ({ tools, own, stale }: StandardisedTools): string =>
  [
    `${tools - own} of ${tools} tools have none of their own: taken from their definitions`,
    ...(stale > 0 ? [`${stale} of them changed since a model standardised them`] : []),
  ].join('; ')

/**
 * A plan that nobody rewrote is searched with its texts, whatever they are compared with; what
 * arguments it holds is not known.
 */
const wantedBy = ({ rewritten, steps, query }: QueryPlan): Wanted => {
  if (rewritten && rewritten.toolNeeds.length > 0) return rewritten
  const texts = [...new Set([query.text, ...steps.flatMap(({ variations }) => variations)])]
  const toolNeeds = texts.map((text) => ({
    userIntent: text,
    toolDescription: text,
    expectedResponse: text,
  }))
  return { toolNeeds, ...(rewritten && { extractedArguments: rewritten.extractedArguments }) }
}

const isFound = ({ description, response, examples, parameters }: FieldMatch): boolean =>
  [description, response, examples].some((value) => value !== 0) ||
  parameters.some(({ similarity }) => similarity !== 0)

function witnessesOf(adds: ReturnType<typeof weighed>, missing: string[]): Witness[] {
  const { required, optional, ...fields } = adds
  const withPenalty = { ...fields, parameters: fields.parameters + required + optional }
  const told = Object.entries(withPenalty).map(([field, score]) => ({ field, score }))
  return [
    ...FIELD_VALUES.map((name) =>
      share('fields', { name: SHARE_NAMES[name], score: adds[name], origin: 'fields' }),
    ),
    { kind: 'fields', adds: told.filter(({ score }) => score !== 0), missing },
  ]
}

const SHARE_NAMES = {
  description: 'description',
  parameters: 'parameters',
  response: 'response',
  examples: 'examples',
  required: 'required parameters without argument',
  optional: 'optional parameters without argument',
} as const
