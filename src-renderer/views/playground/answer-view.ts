import type { SelectedTool, ToolBelow } from '../../../src-main/contract/query'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { inGroups } from '../../../src-main/domain/trace/tool-groups'
import { groupsOf } from './answer-groups'
import type { Answer, Known } from './playground-state'

/** As many as are asked for below the cut: enough to see what a larger k would bring. */
export const SHOWN_BELOW = 5

export interface AnswerView {
  /** Where there are groups, by these: each tool that was found before what it needs. */
  tools: SelectedTool[]
  below: ToolBelow[]
  /** Absent where no dependencies were taken along. */
  groups?: NonNullable<ReturnType<typeof groupsOf>>
  /** Where the cut stands, if how many tools there are is a matter of k. */
  cut?: number
}

/**
 * An answer as it is for another k, as far as it tells: so that moving k is seen before its own
 * answer is there. Where tools are left out for another reason than k, only the answer itself can
 * say.
 */
export function answerAt(answer: Answer, k: number): AnswerView {
  const view = cutAt(answer, k)
  const groups = groupsOf(answer.seeds, view.tools)
  return groups ? { ...view, tools: inGroups(groups, view.tools), groups } : view
}

function cutAt({ size, tools, below, k: asked }: Answer, k: number): AnswerView {
  if (size === 'adaptive') return { tools, below }
  if (below.some(({ cut }) => !cut)) return { tools, below, ...(asked && { cut: asked }) }
  const isCut = tools.map((tool) => ({ ...tool, cut: true, why: `below the cut at k = ${k}` }))
  return {
    tools: [...tools, ...below].slice(0, k),
    below: [...isCut, ...below].slice(k, k + SHOWN_BELOW),
    cut: k,
  }
}

/** A right tool that is not in the set. */
export interface MissingTool {
  tool: ToolId
  name: string
  /** Where it stands, as far as the answer tells: `#22`. */
  place: string
  isInCatalog: boolean
}

/** The right tools of a known query that a set lacks. */
export function missingTools(known: Known, answer: Answer, tools: readonly SelectedTool[]) {
  const given = new Set(tools.map(({ tool }) => tool))
  return known.tools
    .filter(({ tool }) => !given.has(tool))
    .map(({ tool, name, isInCatalog }): MissingTool => ({
      tool,
      name,
      isInCatalog,
      place: isInCatalog ? placeText(tool, answer) : '(not in this catalog)',
    }))
}

/**
 * A tool's place below the set, else in the last ranking of the trace, which may hold only its
 * first tools.
 */
function placeText(tool: ToolId, { tools, below, trace = [] }: Answer): string {
  const shown = [...tools, ...below].find((each) => each.tool === tool)
  if (shown) return `#${shown.rank}`
  const ranking = trace.findLast(({ output }) => output.shape === 'ranking')?.output
  if (ranking?.shape !== 'ranking') return ''
  const at = ranking.tools.findIndex((one) => one.tool === tool)
  if (at >= 0) return `#${at + 1}`
  const told = ranking.tools.length
  return told < ranking.count ? `(not among the first ${told})` : '(not found)'
}
