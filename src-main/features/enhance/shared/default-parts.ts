import type { ProposedPart } from '../../../domain/proposal/text'

/** What is asked for unless somebody chooses otherwise: what is matched and embedded by default. */
export const DEFAULT_PARTS: readonly ProposedPart[] = [
  'questions',
  'topics',
  'description',
  'whenToUse',
]
