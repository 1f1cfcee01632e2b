import { describe, expect, it } from 'vitest'
import { openExperimentText } from '../../../../src-main/hosts/cli/experiment-text'
import {
  asTheyFailed,
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

  it('are those of the cells of their experiment, though nothing of it could be written down', () => {
    const cells = ['bm25', 'dense', 'hybrid'].map((recipe) => ({
      cell: recipe,
      recipe,
      options: {},
      state: 'missing' as const,
    }))
    expect(asTheyFailed(cells, [unsaved, lost])).toMatchObject([
      { state: 'failed', run: 'unsaved', problem: { message: 'The disk is full.' } },
      { state: 'failed' },
      { state: 'missing' },
    ])
  })
})

describe('an experiment as a table', () => {
  it('names embedders as soon as there are two', () => {
    const textOf = (...embedders: string[]): string => {
      const cells = embedders.map((embedder) => ({
        cell: embedder,
        recipe: 'dense',
        options: {},
        embedder,
        state: 'missing' as const,
      }))
      const plan = { goldenSet: 'asked', recipes: [{ recipe: 'dense', options: {} }], k: [1] }
      const opened = { id: 'e', name: 'e', goldenSet: 'asked', savedAt: '', plan, cells }
      return openExperimentText(opened, { runs: [], nameOf: ({ recipe }) => recipe })
    }
    expect(textOf('builtin')).not.toContain('Instant')
    expect(textOf('builtin', 'ollama:bge-m3')).toMatch(/embedder[^]*Instant[^]*bge-m3/)
  })
})
