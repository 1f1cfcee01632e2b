import { DESCRIPTION_RULES } from './description-rules'
import { DUPLICATE_RULES } from './duplicate-rules'
import { EDGE_RULES } from './edge-rules'
import { NAME_RULES } from './name-rules'
import { PARAMETER_RULES } from './parameter-rules'
import { PURPOSE_RULES } from './purpose-rules'
import type { LintRule } from './rule'
import { SCHEMA_RULES } from './schema-rules'
import { WORDING_RULES } from './wording-rules'

const RANKS = { error: 0, warning: 1, note: 2 }

/** Rules in the order in which their findings are listed. */
export const mostSevereFirst = (rules: readonly LintRule[]): readonly LintRule[] =>
  rules.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity])

/** The rules that there are without any feature. */
export const CORE_RULES: readonly LintRule[] = mostSevereFirst([
  ...DESCRIPTION_RULES,
  ...PURPOSE_RULES,
  ...WORDING_RULES,
  ...PARAMETER_RULES,
  ...SCHEMA_RULES,
  ...NAME_RULES,
  ...DUPLICATE_RULES,
  ...EDGE_RULES,
])
