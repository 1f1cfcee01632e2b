import { expect, it } from 'vitest'
import { namesTogether, distinctNames } from '../../../../src-main/domain/run/run-names'
import type { Run } from '../../../../src-main/domain/run/run'
import { sampleRun } from '../../renderer/evaluation/sample-runs'

const names = (...runs: Partial<Run>[]) =>
  namesTogether(runs.map(sampleRun), ({ recipe }) => recipe)

it('names embedders and splits only where runs differ in them', () => {
  expect(names({ embedder: 'builtin' }, {})).toEqual(['bm25', 'bm25'])
  expect(names({ embedder: 'builtin' }, { embedder: 'sentences' })).toEqual([
    'bm25 · Instant',
    'bm25 · Sentences',
  ])
  const split = { by: 'bundle' as const, learned: 96 }
  expect(names({ split: { ...split, seed: 1 } }, { split: { ...split, seed: 2 } })).toEqual([
    'bm25 · split by bundle, seed 1',
    'bm25 · split by bundle, seed 2',
  ])
})

it('names the size of a smaller catalog, and the seed where there are several', () => {
  const sized = (seed: number) => ({ catalogSize: { tools: 20, seed } })
  expect(names({}, sized(1))).toEqual(['bm25', 'bm25 · 20 of 107 tools'])
  expect(names(sized(1), sized(2))).toEqual([
    'bm25 · 20 of 107 tools, seed 1',
    'bm25 · 20 of 107 tools, seed 2',
  ])
})

it('tells apart only what is called the same', () => {
  expect(distinctNames(['a', 'b', 'a'], (name, at) => `${name} ${at}`)).toEqual(['a 0', 'b', 'a 2'])
})
