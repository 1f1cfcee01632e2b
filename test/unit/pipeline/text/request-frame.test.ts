import { describe, expect, it } from 'vitest'
import { questionWords } from '../../../../src-main/pipeline/text/request-frame'

describe('what questions are matched by', () => {
  it.each([
    [['I want to find a hotel in Rome'], 'I to a hotel in Rome'],
    [['Book a hotel', 'A hotel in Rome, please'], 'Book a hotel\n  in Rome, please'],
    [['Can you help me with that?'], 'Can you me with that?'],
    [['help'], 'help'],
    [[], ''],
  ])('%j is %j', (questions, matched) => {
    expect(questionWords(questions)).toBe(matched)
  })
})
