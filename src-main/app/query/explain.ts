import type { Explanation, FilterName, Standing } from '../../contract/query'
import { toolsIn, type PlacedTool, type Shape } from '../../domain/query/query'
import { serverOf, tagsOf, visibilityOf } from '../../domain/tool/catalog-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { scorePartsOf } from '../../domain/trace/score'
import { stageTitle } from '../../domain/trace/stage-title'
import type { ToolFilter } from '../../pipeline/kit'
import { flatSteps, type PathStep } from '../../pipeline/record'
import type { RunCall } from '../../pipeline/runner'
import type { Catalog } from '../workspaces/catalog'

/** What the run was made with. */
export interface ExplainedRun {
  catalog: Pick<Catalog, 'tool'>
  filter: ToolFilter
  runWith: Pick<RunCall, 'admitted'>
}

/**
 * Why each tool is where it is, read from one recorded run: the filters first, then what every step
 * says of itself.
 * @param steps of a run that looked beyond its depths.
 */
export function explanationsOf(
  { catalog, filter, runWith }: ExplainedRun,
  steps: readonly PathStep[],
  tools: readonly ToolId[],
): Explanation[] {
  return tools.map((tool) => {
    if (runWith.admitted?.has(tool) === false) {
      return filteredOut(tool, filterReasons(catalog.tool(tool), filter))
    }
    return {
      tool,
      filtered: false,
      filteredBy: [],
      verdict: verdictOf(tool, steps),
      standings: flatSteps(steps)
        .filter(({ step }) => ranks(step.output.shape))
        .map((each) => standingOf(tool, each)),
      ...wordsOf(tool, steps),
    }
  })
}

const ranks = (shape: string): boolean => shape === 'ranking' || shape === 'tool-set'

interface FilterReason {
  filter: FilterName
  why: string
}

/** Every filter that keeps the tool out: who lets one through is not to meet the next. */
function filterReasons(
  entry: CatalogTool,
  { visibilities, servers, tags }: ToolFilter,
): FilterReason[] {
  const reasons: FilterReason[] = []
  const visibility = visibilityOf(entry)
  if (visibilities.length > 0 && !visibilities.includes(visibility)) {
    reasons.push({ filter: 'visibilities', why: `visibility is ${visibility}` })
  }
  const server = serverOf(entry) ?? ''
  if (servers.length > 0 && !servers.includes(server)) {
    const what = server === '' ? 'it has no server' : `server is ${server}`
    reasons.push({ filter: 'servers', why: `${what}, and only ${servers.join(', ')} was chosen` })
  }
  const had = tagsOf(entry)
  if (tags.length > 0 && !tags.some((tag) => had.includes(tag))) {
    const what = had.length === 0 ? 'it has no tag' : `tags are ${had.join(', ')}`
    reasons.push({ filter: 'tags', why: `${what}, and only ${tags.join(', ')} was chosen` })
  }
  return reasons
}

const filteredOut = (tool: ToolId, reasons: readonly FilterReason[]): Explanation => ({
  tool,
  filtered: true,
  filteredBy: reasons.map(({ filter }) => filter),
  verdict: `Left out before ranking: ${reasons.map(({ why }) => why).join('; ')}.`,
  standings: [],
  matchedWords: [],
  missingWords: [],
})

function standingOf(tool: ToolId, each: PathStep): Standing {
  const { path, step } = each
  const list = toolsIn(step.output)
  const base = { path, stage: step.stage.name, of: list.length }
  const here = placeOf(list, tool)
  if (here) return { ...base, ...here }
  const lost = lossOf(tool, each)
  return { ...base, why: lost.why, score: lost.placed?.score, witnesses: lost.placed?.witnesses }
}

function placeOf(list: readonly PlacedTool[], tool: ToolId) {
  const at = list.findIndex((placed) => placed.tool === tool)
  const placed = list[at]
  return placed && { rank: at + 1, score: placed.score, witnesses: placed.witnesses }
}

/**
 * Why a step did not pass a tool on: because it dropped it, was not given it, could not do its
 * work, or as it says.
 */
function lossOf(tool: ToolId, { step, branches }: PathStep): { why: string; placed?: PlacedTool } {
  for (const { why, tools, firstRank } of step.dropped) {
    const at = tools.findIndex((placed) => placed.tool === tool)
    const placed = tools[at]
    if (!placed) continue
    const place = firstRank === undefined ? '' : `place ${firstRank + at}, `
    return { why: `${place}${why}`, placed }
  }
  const given = toolsIn(step.input).find((placed) => placed.tool === tool)
  if (given) return { why: 'given to this step, which left it out', placed: given }
  const ends = branches.flatMap((branch) => endOf(branch) ?? [])
  const inside = ends.flatMap(toolsIn).find((placed) => placed.tool === tool)
  if (inside) return { why: 'found inside this step, which left it out', placed: inside }
  if (ranks(step.input.shape)) return { why: 'no step before brought it here' }
  if (step.degraded.length > 0) return { why: [...new Set(step.degraded)].join('; ') }
  return { why: absenceOf(step) }
}

/** Characters of a searched text that are quoted. */
const QUOTED = 100

/**
 * What the stage says of tools that it did not find: of the query, or of the part of it that was
 * searched.
 */
function absenceOf({ stage, input }: PathStep['step']): string {
  const why = stage.absent ?? 'not found by this step'
  if (input.shape !== 'plan') return why
  const texts = [...new Set(input.steps.flatMap(({ variations }) => variations))]
  if (texts.includes(input.query.text)) return why
  return why.replace('the query', texts.map((text) => `“${text.slice(0, QUOTED)}”`).join(', '))
}

function verdictOf(tool: ToolId, steps: readonly PathStep[]): string {
  const last = steps.findLast(({ step }) => ranks(step.output.shape))
  const picked = last && placeOf(toolsIn(last.step.output), tool)
  if (picked) return `Picked, at place ${picked.rank} of ${toolsIn(last.step.output).length}.`
  const lost = lostAt(tool, steps)
  return `Not picked: ${lost ? reasonOf(tool, lost) : 'no step ranks tools'}.`
}

/**
 * The step after the last that held the tool; none where the last step holds it, or no step ranks.
 */
function lostAt(tool: ToolId, steps: readonly PathStep[]): PathStep | undefined {
  const ranking = steps.filter(({ step }) => ranks(step.output.shape))
  return ranking[ranking.findLastIndex(({ step }) => placeOf(toolsIn(step.output), tool)) + 1]
}

/** Where a tool was lost, down to the branches that did not find it. */
function reasonOf(tool: ToolId, each: PathStep): string {
  const { step, branches } = each
  const isDropped = step.dropped.some(({ tools }) => tools.some((placed) => placed.tool === tool))
  const ways = waysOf(branches)
  const lost = ways.flatMap((way) => {
    const at = lostAt(
      tool,
      way.flatMap(({ steps }) => steps),
    )
    return at ? [{ at, label: way.find(({ steps }) => steps.includes(at))?.label }] : []
  })
  if (!isDropped && lost.length > 0 && lost.length === ways.length) {
    return lost.map(({ label, at }) => `${label}: ${reasonOf(tool, at)}`).join('; ')
  }
  return `${lossOf(tool, each).why} (${stageTitle(step.stage.name)})`
}

/**
 * Branches side by side; those of which one goes on with what the other gave, as rounds do, are one
 * way.
 */
function waysOf(branches: PathStep['branches']): PathStep['branches'][] {
  const ways: PathStep['branches'][] = []
  for (const branch of branches) {
    const input = branch.steps[0]?.step.input
    const before = ways.find((way) => input && endOf(way.at(-1)) === input)
    if (before) before.push(branch)
    else ways.push([branch])
  }
  return ways
}

const endOf = (branch: PathStep['branches'][number] | undefined): Shape | undefined =>
  branch?.steps.at(-1)?.step.output

/**
 * The query's words as written, by whether the tool's document holds them; none where no step
 * matches words.
 */
function wordsOf(
  tool: ToolId,
  steps: readonly PathStep[],
): Pick<Explanation, 'matchedWords' | 'missingWords'> {
  const written = new Map<string, string>()
  const matched = new Set<string>()
  for (const { step } of flatSteps(steps)) {
    const all = [...toolsIn(step.output), ...step.dropped.flatMap(({ tools }) => tools)]
    const found = all.find((placed) => placed.tool === tool)
    // Of a tool that it could not list, it does not know the words.
    if (!found && step.degraded.length > 0) continue
    for (const [term, word] of step.words) written.set(term, word)
    for (const { terms = {} } of scorePartsOf(found?.witnesses ?? [])) {
      for (const term of Object.keys(terms)) matched.add(term)
    }
  }
  const wordsWhere = (isWanted: (term: string) => boolean) =>
    new Set([...written].flatMap(([term, word]) => (isWanted(term) ? [word] : [])))
  const held = wordsWhere((term) => matched.has(term))
  const others = wordsWhere((term) => !matched.has(term))
  // Searches may read one word differently: where any of them matched it, it is there.
  return { matchedWords: [...held], missingWords: [...others].filter((word) => !held.has(word)) }
}
