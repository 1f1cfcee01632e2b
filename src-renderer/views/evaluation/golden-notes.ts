import type { GoldenSetSummary } from '../../../src-main/domain/run/run'
import { SERVED_BIAS } from '../../../src-main/domain/run/remarks'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { formatCount, plural } from '../../words/number-words'

/**
 * Below these a mean says little: intervals of Recall are then wider than most differences between
 * recipes.
 */
const FEW_QUERIES = 100
const FEW_TOOLS = 20
const NAMED = 3

const NAMES_NO_TOOL =
  'Names no tool: its queries are those that no tool fits. Choose another set: they are asked beside it where a recipe may answer that none fits.'

/** What a reader of results on this golden set should know beforehand. */
export function goldenNotes(
  set: GoldenSetSummary,
  { catalogTools, unknownTools }: { catalogTools: number; unknownTools: readonly ToolId[] },
): string[] {
  if (set.distinctTools === 0) return [NAMES_NO_TOOL]
  const notes: string[] = []
  if (set.queries < FEW_QUERIES)
    notes.push(`Only ${plural(set.queries, 'query', 'queries')}: expect wide intervals.`)
  if (set.distinctTools < Math.min(FEW_TOOLS, catalogTools))
    notes.push(
      `Only ${plural(set.distinctTools, 'distinct tool')} of ${formatCount(catalogTools)} are golden: it cannot test breadth.`,
    )
  if (set.origins.includes('weak')) notes.push('Holds weak labels read off logs: check a sample.')
  if (set.origins.includes('served')) notes.push(SERVED_BIAS)
  if (unknownTools.length) {
    const more = unknownTools.length > NAMED ? ', …' : ''
    notes.push(
      `${plural(unknownTools.length, 'golden tool')} not in the catalog, which no recipe can find: ${unknownTools.slice(0, NAMED).join(', ')}${more}`,
    )
  }
  return notes
}
