import type { ToolId } from '../../src-main/domain/tool/tool'
import { judgedAt, standingOf } from '../../src-main/evaluation/judged'
import { MEASURES, type Measure } from '../../src-main/evaluation/measures'

export interface JudgedCase {
  golden: readonly string[]
  tools: readonly string[]
  /** Left out: the whole set counts, whose size the recipe decided. */
  k?: number
  grades?: Record<string, number>
}

/**
 * What a measure gives for one query, whose main tool is the first golden one by name; a and b are
 * of one server, others of their own.
 */
export function judge(
  measure: Measure,
  { golden, tools, k = Infinity, grades }: JudgedCase,
): number {
  const mains = golden.toSorted().slice(0, 1) as ToolId[]
  const graph = { mains, missing: [], spurious: [], leftOut: [] }
  const servers = Object.fromEntries(
    [...golden, ...tools].map((tool) => [tool, 'ab'.includes(tool) ? 'ab' : tool]),
  )
  const outcome = { servers, golden: [...golden] as ToolId[], graph, ...(grades && { grades }) }
  return measure.of(judgedAt(standingOf(outcome, tools as ToolId[]), k, 0))
}

export function measureOf(name: string): Measure {
  const found = MEASURES.find((measure) => measure.name === name)
  if (found) return found
  throw new Error(`There is no measure ${name}.`)
}
