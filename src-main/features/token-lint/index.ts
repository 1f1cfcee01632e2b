import type { Feature } from '../feature'
import { CLIENT_RULES } from './client-rules'
import { DEFINITION_LARGE } from './large-definitions'
import { OUTPUT_SCHEMAS } from './output-schemas'
import { PARAMETERS_SHARED } from './shared-parameters'

export const tokenLint = {
  lintRules: [DEFINITION_LARGE, PARAMETERS_SHARED, ...CLIENT_RULES, OUTPUT_SCHEMAS],
} satisfies Feature
