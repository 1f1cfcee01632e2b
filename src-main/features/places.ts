import type { Places } from '../app/context'
import { CORE_RULES, mostSevereFirst } from '../authoring/lint/registry'
import type { LintRule } from '../authoring/lint/rule'
import type { Feature } from './feature'
import { joinById } from './join-by-name'
import * as features from './registry'

const all = Object.values<Feature>(features)

const lintRules = joinById<LintRule>('lint rule', {
  ...Object.fromEntries(
    Object.entries<Feature>(features).map(([name, feature]) => [name, feature.lintRules ?? []]),
  ),
  'the core': CORE_RULES,
})

/** What features put at places of the core, in the order of their names. */
export const places: Places = {
  lintRules: mostSevereFirst(lintRules),
  reportSections: all.flatMap(({ reportSection }) => reportSection ?? []),
  toDo: all.flatMap(({ toDo }) => toDo ?? []),
  addresses: all.flatMap(({ addresses }) => addresses ?? []),
}
