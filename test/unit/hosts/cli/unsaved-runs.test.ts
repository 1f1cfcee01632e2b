import { describe, expect, it } from 'vitest'
import {
  failedAsJson,
  failureLines,
  withUnsaved,
} from '../../../../src-main/hosts/cli/unsaved-runs'
import { run } from '../../../fixtures/workspace/content'

const problem = { code: 'storage' as const, message: 'The disk is full.', fix: 'Make room.' }
const unsaved = { recipe: 'bm25', options: {}, problem, run: run('unsaved') }
const lost = { recipe: 'dense', options: {}, problem }

describe('runs that were measured and could not be kept', () => {
  it('stand among the others, and JSON names them among what failed', () => {
    const result = withUnsaved({ runs: [run('kept')], reused: [], failed: [unsaved, lost] })
    expect(result.runs.map(({ id }) => id)).toEqual(['kept', 'unsaved'])
    expect(failedAsJson(result.failed)).toMatchObject([{ run: 'unsaved' }, { recipe: 'dense' }])
    const named = { of: 'recipes', nameOf: ({ recipe }: { recipe: string }) => recipe }
    expect(failureLines(result, named)).toEqual([
      '1 of 3 recipes could not be measured.',
      'bm25: The disk is full.\n  Its figures are those above.',
      'dense: The disk is full.\n  Make room.',
    ])
  })
})
