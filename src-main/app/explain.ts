import type { RouteOutput } from '../contract/routes'
import type { Standing } from '../contract/query-routes'
import type { RankedTool } from '../domain/query'
import type { ToolId } from '../domain/tool'
import { ask, type Prepared } from './asking'
import type { AppContext } from './handlers'
import { flatten, rankedOf, type FlatStep } from './trace-reading'

interface Question {
  text: string
  tool: ToolId
  signal: AbortSignal
}

/**
 * Where a tool stands after every step. The query is asked twice: as it is, and with nothing cut off, which shows the
 * places beyond the depth.
 */
export async function explain(
  context: Pick<AppContext, 'clock'>,
  { catalog, options, pipeline, build }: Prepared,
  { text, tool, signal }: Question,
): Promise<RouteOutput<'query.explain'>> {
  const everything = Math.max(catalog.tools.length, 1)
  const uncut = build({ depth: everything, k: everything, threshold: undefined })
  const asked = flatten((await ask(context, pipeline, { text, signal })).trace)
  const all = flatten((await ask(context, uncut, { text, signal })).trace)
  const standings = asked.flatMap((flat, at) => {
    const standing = standingOf(tool, flat, all[at])
    return standing ? [standing] : []
  })
  const lexical = findTool(
    all.find(({ step }) => step.stage === 'bm25'),
    tool,
  )
  const matched = Object.keys(lexical?.parts[0]?.terms ?? {})
  return {
    tool,
    standings,
    verdict: verdictOf(standings, options),
    matchedTerms: matched,
    missingTerms: termsOf(all).filter((term) => !matched.includes(term)),
  }
}

function standingOf(tool: ToolId, asked: FlatStep, uncut?: FlatStep): Standing | undefined {
  const { output, stage } = asked.step
  if (output.shape !== 'ranking' && output.shape !== 'tool-set') return undefined
  const list = rankedOf(output)
  const base = { stage, branch: asked.branch, of: list.length }
  const here = placeOf(list, tool)
  if (here) return { ...base, ...here }
  const cut = placeOf(rankedOf(asked.step.input), tool)
  if (cut) {
    const why = `place ${cut.rank} of the last ranking, cut off at ${list.length}`
    return { ...base, why, score: cut.score, parts: cut.parts }
  }
  const beyond = uncut && placeOf(rankedOf(uncut.step.output), tool)
  if (beyond) {
    const why = `place ${beyond.rank}, beyond the ${list.length} fetched`
    return { ...base, why, score: beyond.score, parts: beyond.parts }
  }
  return { ...base, why: WHY_ABSENT[stage] ?? 'no step before brought it here' }
}

const WHY_ABSENT: Record<string, string> = {
  bm25: 'no word of the query is in its document',
  dense: 'its document is unlike the query, or has no vector',
}

function placeOf(list: RankedTool[], tool: ToolId) {
  const at = list.findIndex((ranked) => ranked.tool === tool)
  const ranked = list[at]
  return ranked && { rank: at + 1, score: ranked.score, parts: ranked.parts }
}

const findTool = (flat: FlatStep | undefined, tool: ToolId): RankedTool | undefined =>
  flat && rankedOf(flat.step.output).find((ranked) => ranked.tool === tool)

/** The query's terms, as far as any tool of the catalog has them. */
const termsOf = (flat: FlatStep[]): string[] => [
  ...new Set(
    flat
      .filter(({ step }) => step.stage === 'bm25')
      .flatMap(({ step }) => rankedOf(step.output))
      .flatMap(({ parts }) => Object.keys(parts[0]?.terms ?? {})),
  ),
]

function verdictOf(standings: Standing[], { k }: { k: number }): string {
  const last = standings.at(-1)
  if (last?.rank !== undefined) return `Picked, at place ${last.rank} of ${last.of}.`
  const retrieved = standings.filter(({ stage, rank }) => stage !== 'select' && rank !== undefined)
  const best = retrieved.at(-1)
  if (best?.rank !== undefined && best.rank > k) {
    return `Not picked: place ${best.rank} after ${best.stage}, and k is ${k}.`
  }
  if (best?.rank !== undefined) {
    return `Not picked: place ${best.rank} after ${best.stage}, but its score is below the threshold.`
  }
  const reasons = standings
    .filter(({ stage, why }) => stage !== 'select' && why !== undefined)
    .map(({ stage, why }) => `${stage}: ${why}`)
  return `Not picked: ${reasons.join('; ') || 'the filters keep it out'}.`
}
