import type { Feature } from '../feature'
import { TRUST_RULES } from './trust-rules'

export const trust = { lintRules: TRUST_RULES } satisfies Feature
