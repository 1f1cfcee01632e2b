import { describe, expect, it } from 'vitest'
import { otherThanBaseline } from '../../../../src-main/domain/run/between-runs'
import { isMeasuredByItself } from '../../../../src-main/domain/run/measured-by-itself'
import type { Outdated } from '../../../../src-main/domain/run/outdated'
import { runsInUse } from '../../../../src-main/domain/run/runs-in-use'
import type { Run } from '../../../../src-main/domain/run/run'
import { sampleRun } from '../../renderer/evaluation/sample-runs'

const SHAPED = { cell: 'c', version: '1', goldenHash: 'g', prompts: [], seed: 1 }
const on = (provenance: object, more: Partial<Run> = {}) =>
  sampleRun({ embedder: 'builtin', provenance: { ...SHAPED, ...provenance }, ...more })

describe('what a run was measured on besides its baseline', () => {
  const baseline = on({ catalogHash: 'a', embedder: 'one', model: 'm' })
  it.each<[string, Run, string[]]>([
    ['the same', on({ catalogHash: 'a', embedder: 'one', model: 'm' }), []],
    [
      'other texts',
      on({ catalogHash: 'b', embedder: 'one', model: 'm' }),
      ['other texts of the catalog'],
    ],
    [
      'a smaller catalog',
      on(
        { catalogHash: 'b', embedder: 'one', model: 'm' },
        { catalog: { ...sampleRun().catalog, tools: 5 } },
      ),
      [`a catalog of 5 tools, the baseline of ${sampleRun().catalog.tools}`],
    ],
    [
      'another version of the embedder',
      on({ catalogHash: 'a', embedder: 'two', model: 'm' }),
      ['another version of Instant'],
    ],
    [
      'another embedder and chat model',
      on({ catalogHash: 'a', embedder: 'two', model: 'n' }, { embedder: 'sentences' }),
      ['Sentences, the baseline Instant', 'another chat model'],
    ],
    ['no embedder at all', sampleRun({ provenance: { ...SHAPED, catalogHash: 'a' } }), []],
  ])('is told of %s', (_, run, texts) => {
    expect(otherThanBaseline(run, baseline)).toEqual(texts)
  })
})

describe('runs that are measured again by themselves', () => {
  const EDITED: Outdated[] = [{ of: 'catalog', edits: 1 }]
  const cheap = (id: string, more: Partial<Run> = {}) => sampleRun({ id, elapsedMs: 900, ...more })
  const outdated = (parts: Outdated[], ...runs: Run[]) =>
    Object.fromEntries(runs.map(({ id }) => [id, parts]))
  it.each<[string, Run[], Outdated[], boolean]>([
    ['cheap ones', [cheap('a'), cheap('b')], EDITED, true],
    ['none', [], EDITED, false],
    ['more than four', ['a', 'b', 'c', 'd', 'e'].map((id) => cheap(id)), EDITED, false],
    ['one that took long', [cheap('a'), cheap('b', { elapsedMs: 2000 })], EDITED, false],
    [
      'one that asked a model',
      [cheap('a', { modelUse: { calls: 0, cached: 1, promptTokens: 0, answerTokens: 0 } })],
      EDITED,
      false,
    ],
    ['one whose golden set is gone', [cheap('a')], [{ of: 'golden set', isGone: true }], false],
    ['one whose golden set was edited', [cheap('a')], [{ of: 'golden set' }], true],
    [
      'one of which that is not known',
      [cheap('a')],
      [...EDITED, { of: 'unknown', why: '?' }],
      false,
    ],
  ])('are %s: %#', (_, runs, parts, isSo) => {
    expect(isMeasuredByItself(runs, outdated(parts, ...runs))).toBe(isSo)
  })
})

describe('runs to decide among', () => {
  const run = (id: string, more: Partial<Run> = {}) =>
    sampleRun({ id, embedder: 'builtin', ...more })
  const other = { of: 'embedder' as const, was: 'sentences', is: 'builtin' }
  const idsOf = (runs: readonly Run[], outdated: Record<string, Outdated[]>) =>
    runsInUse(runs, outdated).map(({ id }) => id)

  it('are those that are current, where any is', () => {
    const runs = [run('a'), run('b', { recipe: 'hybrid' })]
    expect(idsOf(runs, { b: [{ of: 'catalog' }] })).toEqual(['a'])
    expect(idsOf(runs, { a: [other], b: [{ of: 'catalog' }] })).toEqual(['a', 'b'])
  })

  it('are also those held against the embedder in use, but not once texts were edited', () => {
    const runs = [run('a'), run('b', { embedder: 'sentences' })]
    expect(idsOf(runs, { b: [other] })).toEqual(['a', 'b'])
    expect(idsOf(runs, { b: [other, { of: 'catalog' }] })).toEqual(['a'])
  })

  it('are parts of runs by what is told of the whole', () => {
    const runs = [run('a:vague'), run('b:vague', { recipe: 'hybrid' })]
    expect(idsOf(runs, { b: [{ of: 'catalog' }] })).toEqual(['a:vague'])
  })
})
