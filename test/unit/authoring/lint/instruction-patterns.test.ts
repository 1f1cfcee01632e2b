import { describe, expect, it } from 'vitest'
import {
  AIMS,
  INSTRUCTION_PATTERNS,
} from '../../../../src-main/authoring/lint/instruction-patterns'
import {
  instructionAgainstUser,
  instructionBeforeOthers,
  maySpeakToModel,
} from '../../../../src-main/authoring/lint/instructions-to-model'

describe('every pattern of an instruction', () => {
  it.each(INSTRUCTION_PATTERNS.map((each) => [each.says, each.language, each] as const))(
    '%s, %s, finds its example',
    (says, _language, { example }) => {
      const find =
        AIMS[says].kind === 'against-user' ? instructionAgainstUser : instructionBeforeOthers
      expect(find(example)?.says).toBe(AIMS[says].says)
      expect(maySpeakToModel(example)).toBe(true)
    },
  )
})
