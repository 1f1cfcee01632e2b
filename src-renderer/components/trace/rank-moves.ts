import type { PlacedTool } from '../../../src-main/domain/query/query'
import type { StepOutput, TraceStep } from '../../../src-main/domain/trace/trace'
import type { ToolId } from '../../../src-main/domain/tool/tool'

/** How a tool's place changed from one ranking to the next; `by` counts places. */
export type Move = { kind: 'up' | 'down'; by: number } | { kind: 'same' } | { kind: 'new' }

export interface RankedRow extends PlacedTool {
  rank: number
  /** Absent where there was no ranking before. */
  move?: Move
}

export interface RankChange {
  rows: RankedRow[]
  /** Tools of the ranking before that are gone, with the place they had. */
  dropped: { tool: ToolId; rank: number }[]
}

/** The tools that an output ranks, as far as they are shown; undefined for a query or a plan. */
export const toolsOf = (output: StepOutput | undefined): PlacedTool[] | undefined =>
  output?.shape === 'ranking' || output?.shape === 'tool-set' ? output.tools : undefined

/** How many tools an output ranks in all. */
export const countOf = (output: StepOutput): number =>
  output.shape === 'ranking' || output.shape === 'tool-set' ? output.count : 0

const moveOf = (before: number | undefined, rank: number): Move => {
  if (before === undefined) return { kind: 'new' }
  if (before === rank) return { kind: 'same' }
  return before > rank ? { kind: 'up', by: before - rank } : { kind: 'down', by: rank - before }
}

/** What became of a ranking: the new one with every tool's move, and who is missing. */
export function rankChange(
  before: readonly PlacedTool[] | undefined,
  after: readonly PlacedTool[],
): RankChange {
  const ranks = new Map(before?.map(({ tool }, at) => [tool, at + 1]))
  // A step that only leaves tools out, or puts named ones first, adds no score: what made it stands
  // with the step before.
  const witnesses = new Map(before?.map((entry) => [entry.tool, entry.witnesses]))
  const kept = new Set(after.map(({ tool }) => tool))
  return {
    rows: after.map((entry, at) => ({
      ...entry,
      witnesses: entry.witnesses.some(({ kind }) => kind !== 'name')
        ? entry.witnesses
        : [...entry.witnesses, ...(witnesses.get(entry.tool) ?? [])],
      rank: at + 1,
      ...(before && { move: moveOf(ranks.get(entry.tool), at + 1) }),
    })),
    dropped: [...ranks].flatMap(([tool, rank]) => (kept.has(tool) ? [] : [{ tool, rank }])),
  }
}

/**
 * What each step was given, with what made the scores of its tools: a step that passes on a ranking
 * tells none of that again.
 */
export function givenTo(
  steps: readonly TraceStep[],
  before: StepOutput | undefined,
): (StepOutput | undefined)[] {
  const given = [before]
  for (const { output } of steps.slice(0, -1)) {
    const tools = toolsOf(output)
    const { rows } = rankChange(toolsOf(given.at(-1)), tools ?? [])
    given.push(tools ? ({ ...output, tools: rows } as StepOutput) : output)
  }
  return given
}

/** How many tools are told of an output that ranks more; undefined where all are told. */
export function toldOf(output: StepOutput | undefined): number | undefined {
  const told = toolsOf(output)?.length
  return output && told !== undefined && told < countOf(output) ? told : undefined
}

/**
 * What a step did to the ranking before it; undefined where it gave none. Of a list of which only
 * the first tools are told, no other tool is called gone, and none that stands in the next called
 * new.
 */
export function changeOf(step: TraceStep, before: StepOutput | undefined): RankChange | undefined {
  const after = toolsOf(step.output)
  if (!after) return undefined
  const { rows, dropped } = rankChange(toolsOf(before), after)
  return {
    rows: toldOf(before) === undefined ? rows : rows.map(withoutNew),
    dropped: toldOf(step.output) === undefined ? dropped : [],
  }
}

const withoutNew = ({ move, ...row }: RankedRow): RankedRow => ({
  ...row,
  ...(move && move.kind !== 'new' && { move }),
})

export const moveText = (move: Move): string => {
  if (move.kind === 'same') return '='
  if (move.kind === 'new') return 'new'
  return `${move.kind === 'up' ? '▲' : '▼'}${move.by}`
}
