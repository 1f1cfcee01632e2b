import type { StepOutput } from '../../../src-main/domain/trace/trace'
import { toolsOf } from './rank-moves'

/** Where one tool is after a step. */
export type ToolWay =
  | { kind: 'here'; rank: number; before?: number }
  /** The step before had it. */
  | { kind: 'lost'; before: number }
  /** Not among the tools that the trace tells of a longer list. */
  | { kind: 'untold'; told: number }
  | { kind: 'absent' }

/**
 * Where a tool is in what a step gave, and whether it was there before; undefined for what ranks no
 * tools.
 */
export function toolWay(
  tool: string,
  output: StepOutput,
  before: StepOutput | undefined,
): ToolWay | undefined {
  const tools = toolsOf(output)
  if (!tools) return undefined
  const rank = rankIn(tool, output)
  const earlier = before && rankIn(tool, before)
  if (rank !== undefined) {
    return { kind: 'here', rank, ...(earlier !== undefined && { before: earlier }) }
  }
  if ('count' in output && tools.length < output.count)
    return { kind: 'untold', told: tools.length }
  return earlier === undefined ? { kind: 'absent' } : { kind: 'lost', before: earlier }
}

function rankIn(tool: string, output: StepOutput): number | undefined {
  const at = toolsOf(output)?.findIndex((placed) => placed.tool === tool) ?? -1
  return at < 0 ? undefined : at + 1
}

/** The same in few words: `#14 → #1`, `lost here, #6 before`. */
export function wayText(way: ToolWay): string {
  switch (way.kind) {
    case 'here':
      return way.before === undefined || way.before === way.rank
        ? `#${way.rank}`
        : `#${way.before} → #${way.rank}`
    case 'lost':
      return `left out here, #${way.before} before`
    case 'untold':
      return `not among the first ${way.told}`
    case 'absent':
      return 'not here'
  }
}
