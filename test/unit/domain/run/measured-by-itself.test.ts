import { describe, expect, it } from 'vitest'
import { isMeasuredByItself, msAgain } from '../../../../src-main/domain/run/measured-by-itself'
import type { Outdated } from '../../../../src-main/domain/run/outdated'

const EDITED: Outdated[] = [{ of: 'catalog', edits: 1 }]
const MOVED: Outdated[] = [{ of: 'embedder', was: 'builtin', is: 'sentences' }]
const run = (elapsedMs: number, more: { embedder?: string; embeddingMs?: number } = {}) => ({
  id: 'r',
  elapsedMs,
  ...more,
})

describe('measuring a run again', () => {
  it('takes what it took, without what is remembered of its queries', () => {
    const bySentences = run(32_000, { embedder: 'sentences', embeddingMs: 31_000 })
    expect(msAgain(bySentences, EDITED)).toBe(1_000)
    expect(msAgain(bySentences, [{ of: 'golden set' }])).toBe(32_000)
    const byOllama = { ...bySentences, embedder: 'ollama:bge-m3' }
    expect(msAgain(byOllama, EDITED)).toBe(32_000)
  })

  it('takes nobody knows how long where another embedder answers', () => {
    expect(msAgain(run(500, { embedder: 'builtin' }), MOVED)).toBeUndefined()
  })

  it('is done by itself only where that is cheap, and what it takes is there', () => {
    const is = (runs: ReturnType<typeof run>[], parts = EDITED) =>
      isMeasuredByItself(runs, { r: parts })
    expect(is([run(1_999)])).toBe(true)
    expect(is([run(2_000)])).toBe(false)
    expect(is([run(32_000, { embedder: 'sentences', embeddingMs: 31_000 })])).toBe(true)
    expect(is([run(500, { embedder: 'builtin' })], MOVED)).toBe(true)
    expect(is([run(9_000, { embedder: 'builtin' })], MOVED)).toBe(false)
    expect(is([])).toBe(false)
    expect(is(Array.from({ length: 5 }, () => run(10)))).toBe(false)
    expect(is([run(10)], [{ of: 'golden set', isGone: true }])).toBe(false)
    expect(is([run(10)], [{ of: 'unknown', why: 'Ollama is not reachable.' }])).toBe(false)
    expect(isMeasuredByItself([{ ...run(10), modelUse: {} as never }], { r: EDITED })).toBe(false)
  })
})
