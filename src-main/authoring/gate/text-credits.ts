import type { ToolId } from '../../domain/tool/tool'
import { placeEffects, worthOf, type AnswerPair } from './effect'

/**
 * What the new texts of each tool are worth when those of many tools come at once, by queries
 * before and after: a tool is credited with what its own places gain, and charged with what places
 * of others lose where it passed them, in equal parts with those that passed them too. Places count
 * as in DCG, so that a credit of 1 is a query that found the tool first and had not found it.
 */
export function textCredits(
  answers: readonly AnswerPair[],
  written: ReadonlySet<ToolId>,
): Map<ToolId, number> {
  const credits = new Map([...written].map((tool) => [tool, 0]))
  const add = (tool: ToolId, worth: number) => credits.set(tool, (credits.get(tool) ?? 0) + worth)
  for (const answer of answers) {
    for (const { tool, before, after } of placeEffects([answer])) {
      const change = worthOf(after) - worthOf(before)
      if (change > 0 && written.has(tool)) add(tool, change)
      if (change >= 0) continue
      const passing = passedBy(answer, { before, after }).filter((each) => written.has(each))
      for (const each of passing) add(each, change / passing.length)
    }
  }
  return credits
}

/** Tools that stand above a place now and did not before; right ones only share what is there. */
function passedBy(
  { query, before: was, after: is }: AnswerPair,
  {
    before = Infinity,
    after = Infinity,
  }: { before?: number | undefined; after?: number | undefined },
): ToolId[] {
  const placeIn = (tools: readonly ToolId[], tool: ToolId) => tools.indexOf(tool) + 1 || Infinity
  return is.listed.filter(
    (tool) =>
      !query.tools.includes(tool) &&
      placeIn(is.listed, tool) < after &&
      placeIn(was.listed, tool) >= before,
  )
}
