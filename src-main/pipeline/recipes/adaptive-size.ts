import type { Query, Ranking } from '../../domain/query/query'
import { sizeWith, type EffectCondition } from '../../domain/recipe/option'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../domain/tool/document'
import type { JsonObject } from '../../domain/tool/tool'
import type { Kit, ToolFilter } from '../kit'
import { ANALYSER_STEPS } from '../text/analyse'
import { threshold } from '../selection/threshold'
import { topK, type TopKOptions } from '../selection/top-k'
import { asManyAsNeeded } from '../set-size/as-many-as-needed'
import type { Pipeline, ToolSelection } from '../stage'
import { wishesOf } from './clauses'
import { inSection, real } from './option-builders'

/** The condition that the recipe is to decide how many tools a set holds. */
export const ADAPTIVE_SIZE: EffectCondition = { option: 'size', isOneOf: ['adaptive'] }

const selection = inSection('selection')

/** Who decides how many tools a set holds, where a recipe can do so. */
export const sizeOptions = (appliesWhen: readonly EffectCondition[]) => ({
  size: selection.choice('Tools per request', 'k', {
    description:
      'Gives k tools, or as many as the request needs: none where no tool fits. From 30 golden queries on, the workspace’s own set that threshold.',
    labels: { k: 'Fixed, k', adaptive: 'Adaptive' },
    appliesWhen,
  }),
  falseRefusalRate: selection.option('False refusals, at most', real(0, 0.5).default(0.05), {
    description:
      'The share of answerable golden queries that may get no tool. The larger it is, the fewer unanswerable queries get some.',
    appliesWhen: [...appliesWhen, ADAPTIVE_SIZE],
  }),
})

/** As many as are searched on their own elsewhere. */
const MOST_PARTS = 12

/**
 * The tool set that a ranking comes to: the first k, or as many as the query needs. What that takes
 * is read off documents of one make, whatever options the ranking is made with, as this is what it
 * was fitted on.
 */
export function selected(
  { kit, ranked }: { kit: Kit; ranked: Pipeline<Query, Ranking> },
  options: ToolFilter & TopKOptions & { size: 'k' | 'adaptive'; falseRefusalRate: number },
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
      partsOf: (text) => wishesOf(text).slice(0, MOST_PARTS),
      falseRefusalRate: options.falseRefusalRate,
      whole: { kit: whole, among: whole.among(options) },
    }),
  )
}
