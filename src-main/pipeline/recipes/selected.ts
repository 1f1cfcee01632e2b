import { sizeWith, type EffectCondition } from '../../domain/recipe/option'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../domain/tool/document'
import type { Query, Ranking } from '../../domain/query/query'
import type { JsonObject } from '../../domain/tool/tool'
import type { Kit, ToolFilter } from '../kit'
import { analyser, ANALYSER_STEPS } from '../knowledge-base/analyse'
import { clauses } from '../planning/clauses'
import { threshold } from '../selection/threshold'
import { topK, type TopKOptions } from '../selection/top-k'
import { asManyAsNeeded } from '../set-size/as-many-as-needed'
import type { Pipeline, ToolSelection } from '../stage'

const clausesOf = clauses(analyser(['stop-words']))
/** As many as are searched on their own elsewhere. */
const MOST_PARTS = 12

type Options = ToolFilter & TopKOptions & { size: 'k' | 'adaptive'; falseRefusalRate: number }

/**
 * The tool set that a ranking comes to: the first k, or as many as the query needs. What that takes is read off documents
 * of one make, whatever options the ranking is made with, as this is what it was fitted on.
 */
export function selected(
  { kit, ranked }: { kit: Kit; ranked: Pipeline<Query, Ranking> },
  options: Options,
  adaptiveWhere: readonly (readonly EffectCondition[])[],
): ToolSelection {
  const by = { size: 'k' as const, adaptiveWhere, defaults: {} }
  if (sizeWith(by, options as unknown as JsonObject) === 'k') return ranked.to(topK(options))
  const whole = kit.whole ?? kit
  const kept = options.threshold === undefined ? ranked : ranked.to(threshold(options.threshold))
  return kept.to(
    asManyAsNeeded({
      words: kit.lexical(kit.documents(MATCHED_COMPONENTS), [...ANALYSER_STEPS]),
      meaning: kit.dense(kit.documents(EMBEDDED_COMPONENTS)),
      among: kit.among(options),
      partsOf: (text) => clausesOf(text).slice(0, MOST_PARTS),
      falseRefusalRate: options.falseRefusalRate,
      whole: { kit: whole, among: whole.among(options) },
    }),
  )
}
