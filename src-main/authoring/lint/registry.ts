import { EDGE_RULES } from './edge-rules'
import type { LintRule } from './rule'

/** All rules, in the order their findings are listed. */
export const LINT_RULES: readonly LintRule[] = [...EDGE_RULES]
