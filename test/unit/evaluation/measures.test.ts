import { describe, expect, it } from 'vitest'
import { MeasureInfo } from '../../../src-main/domain/measure/measure'
import { MAIN_MEASURES } from '../../../src-main/domain/measure/name'
import { measureInfos, MEASURES } from '../../../src-main/evaluation/measures'
import { judge, measureOf } from '../../fakes/judge'

/** Without k, the whole set counts, whose size the recipe decided. */
type Row = [
  golden: string,
  tools: string,
  k: number | undefined,
  expected: number,
  arithmetic: string,
]

/**
 * Tools are single letters: golden “ab” and tools “xay” are the golden set {a, b} and the tools x,
 * a, y.
 */
const judged = (name: string, [golden, tools, k]: Row): number =>
  judge(measureOf(name), { golden: [...golden], tools: [...tools], k })

/** log₂ as the discounts of ranks 1, 2, 3, …: 1, 1/log₂3, 1/2, 1/log₂5. */
const gain = (rank: number) => 1 / Math.log2(rank + 1)

const TABLES: Record<string, Row[]> = {
  Recall: [
    ['a', 'abc', 3, 1, '1 of 1'],
    ['ab', 'axb', 2, 1 / 2, 'b stands behind k: 1 of 2'],
    ['abcd', 'abxy', 2, 2 / 4, 'more golden than k: 2 of 4'],
    ['abcd', 'abcd', 4, 1, '4 of 4'],
    ['ab', '', 5, 0, 'nothing given: 0 of 2'],
    ['ab', 'ba', 5, 1, 'fewer tools than k: 2 of 2'],
    ['a', 'xyz', 3, 0, '0 of 1'],
    ['abc', 'xaybz', undefined, 2 / 3, 'all five count: 2 of 3'],
  ],
  Precision: [
    ['a', 'abc', 3, 1 / 3, '1 hit on 3 places'],
    ['ab', 'axb', 2, 1 / 2, '1 hit on 2 places'],
    ['abcd', 'abxy', 2, 1, '2 hits on 2 places'],
    ['ab', '', 5, 0, '0 hits on 5 places'],
    ['ab', 'ba', 5, 2 / 5, '3 places stay empty: 2 of 5'],
    ['ab', 'axy', undefined, 1 / 3, 'adaptive k leaves no place empty: 1 of 3'],
    ['ab', '', undefined, 0, 'nothing given'],
  ],
  Hit: [
    ['a', 'xa', 2, 1, 'a at 2'],
    ['a', 'xa', 1, 0, 'a behind k'],
    ['abcd', 'xd', 2, 1, 'one of four is enough'],
    ['a', '', 5, 0, 'nothing given'],
    ['a', 'a', 5, 1, 'fewer tools than k'],
    ['a', 'xyza', undefined, 1, 'wherever it stands'],
  ],
  All: [
    ['ab', 'bxa', 3, 1, 'both within 3'],
    ['ab', 'bxa', 2, 0, 'a behind k'],
    ['abc', 'ab', 2, 0, 'three golden never fit into 2'],
    ['ab', '', 5, 0, 'nothing given'],
    ['ab', 'ab', 5, 1, 'fewer tools than k'],
    ['ab', 'xyab', undefined, 1, 'wherever they stand'],
  ],
  ServerRecall: [
    ['a', 'bx', 1, 1, 'b is of a’s server'],
    ['ac', 'bxy', 3, 1 / 2, 'no tool of c’s server'],
    ['ab', 'xb', 2, 1, 'one server, at 2'],
    ['ab', 'xb', 1, 0, 'behind k'],
    ['ac', '', 5, 0, 'nothing given'],
    ['ac', 'xyzcb', undefined, 1, 'wherever they stand'],
  ],
  ToolCorrectness: [
    ['a', 'xya', 3, 1, 'its only golden tool'],
    ['a', 'xyz', 3, 0, '0 of 1'],
    ['ab', 'xya', 3, 1, '1 of 2 is half'],
    ['abc', 'xa', 3, 0, '1 of 3 is less than half'],
    ['abc', 'axb', 3, 1, '2 of 3'],
    ['abcd', 'dxxc', 3, 0, 'c stands behind k: 1 of 4'],
  ],
  'Recall@|A|': [
    ['ab', 'axb', undefined, 1 / 2, 'b stands behind the first two: 1 of 2'],
    ['ab', 'ba', undefined, 1, 'both among the first two'],
    ['abc', 'a', undefined, 1 / 3, 'fewer tools than golden ones: 1 of 3'],
    ['a', '', undefined, 0, 'nothing given'],
  ],
  'nDCG@|A|': [
    ['ab', 'axb', undefined, gain(1) / (gain(1) + gain(2)), '1 over (1 + 1/log₂3); b is third'],
    ['ab', 'xa', undefined, gain(2) / (gain(1) + gain(2)), '1/log₂3 over (1 + 1/log₂3)'],
    ['ab', 'ba', undefined, 1, 'both among the first two'],
    ['a', '', undefined, 0, 'nothing given'],
  ],
  MRR: [
    ['a', 'xya', 3, 1 / 3, 'first golden at 3'],
    ['ab', 'xba', 3, 1 / 2, 'first golden, b, at 2'],
    ['a', 'xya', 2, 0, 'behind k'],
    ['abc', 'a', 1, 1, 'more golden than k, first at 1'],
    ['a', '', 5, 0, 'nothing given'],
    ['a', 'xyza', undefined, 1 / 4, 'first golden at 4'],
  ],
  MAP: [
    ['ab', 'axb', 3, (1 / 1 + 2 / 3) / 2, 'precisions 1/1 at a and 2/3 at b, over min(2, 3)'],
    ['ab', 'xab', 3, (1 / 2 + 2 / 3) / 2, 'precisions 1/2 and 2/3, over min(2, 3)'],
    ['abcd', 'ab', 2, (1 + 1) / 2, 'over min(4, 2): the best possible'],
    ['abcd', 'xa', 2, 1 / 2 / 2, 'precision 1/2, over min(4, 2)'],
    ['ab', 'a', 5, 1 / 2, 'fewer tools than k: 1/1, over min(2, 5)'],
    ['ab', '', 5, 0, 'nothing given'],
    ['abc', 'xa', undefined, 1 / 2 / 3, 'precision 1/2, over all 3'],
  ],
  nDCG: [
    ['a', 'xa', 2, gain(2) / gain(1), 'gain 1/log₂3 over 1'],
    ['ab', 'axb', 3, (gain(1) + gain(3)) / (gain(1) + gain(2)), '(1 + 1/2) over (1 + 1/log₂3)'],
    ['abcd', 'ab', 2, 1, 'ideal list of min(4, 2)'],
    ['abcd', 'xa', 2, gain(2) / (gain(1) + gain(2)), 'ideal list of min(4, 2)'],
    ['ab', 'b', 5, gain(1) / (gain(1) + gain(2)), 'fewer tools than k: 1 over (1 + 1/log₂3)'],
    ['ab', '', 5, 0, 'nothing given'],
    ['ab', 'a', undefined, gain(1) / (gain(1) + gain(2)), 'ideal list of both'],
  ],
  // (1 − | |A| − |B| | / |A ∪ B|) · |A ∩ B| / |A|
  TRACC: [
    ['ab', 'ab', 2, 1, '(1 − 0/2) · 2/2'],
    ['ab', 'ax', 2, 1 / 2, '(1 − 0/3) · 1/2'],
    ['ab', 'abxyz', 5, 2 / 5, '(1 − 3/5) · 2/2'],
    ['abc', 'a', 5, 1 / 9, 'fewer tools than k: (1 − 2/3) · 1/3'],
    ['abcd', 'abx', 2, 1 / 4, 'cut to ab: (1 − 2/4) · 2/4'],
    ['ab', 'xyz', 3, 0, '(1 − 1/5) · 0/2'],
    ['ab', '', 5, 0, '(1 − 2/2) · 0/2'],
    ['ab', 'abx', undefined, 2 / 3, '(1 − 1/3) · 2/2'],
  ],
  MainHit: [
    ['abc', 'xa', 2, 1, 'a is the main tool'],
    ['abc', 'bca', 2, 0, 'all but a'],
    ['abc', 'bca', 3, 1, 'a is third'],
    ['abc', '', 3, 0, 'none is given'],
    ['abc', 'bc', undefined, 0, 'the whole set lacks it'],
    ['ab', 'xyza', undefined, 1, 'the whole set counts'],
  ],
  LengthDifference: [
    ['ab', 'xyzuv', 5, 3, '|2 − 5|'],
    ['abcd', 'abcd', 2, 2, 'cut to 2: |4 − 2|'],
    ['ab', '', 5, 2, '|2 − 0|'],
    ['abc', 'xyz', 5, 0, '|3 − 3|, whichever they are'],
    ['a', 'axyz', undefined, 3, '|1 − 4|'],
  ],
  Tools: [
    ['ab', 'xyz', undefined, 3, 'three were given'],
    ['ab', '', undefined, 0, 'none was given'],
  ],
}

describe('measures worked by hand', () => {
  for (const [name, rows] of Object.entries(TABLES)) {
    it.each(rows)(`${name} of golden “%s” and tools “%s” at k = %i is %f`, (...row) => {
      expect(judged(name, row)).toBeCloseTo(row[3], 12)
    })
  }

  it('cover every measure there is, but prompt tokens, which are only counted', () => {
    const names = MEASURES.map(({ name }) => name).filter((name) => name !== 'PromptTokens')
    expect(Object.keys(TABLES).sort()).toEqual(names.sort())
  })
})

describe('graded relevance', () => {
  const ndcg = (tools: string, grades: Record<string, number>, k?: number) =>
    judge(measureOf('nDCG'), { golden: ['a', 'b', 'c'], tools: [...tools], k, grades })

  it('gains each tool its grade, over the best order of min(golden tools, k)', () => {
    const grades = { a: 1, b: 3, c: 2 }
    // b, c stand at 1 and 3; the best three are b, c, a
    const best = 3 * gain(1) + 2 * gain(2) + 1 * gain(3)
    expect(ndcg('bxc', grades, 3)).toBeCloseTo((3 * gain(1) + 2 * gain(3)) / best, 12)
    // within 2 only b counts, and the best two are b, c
    expect(ndcg('bxc', grades, 2)).toBeCloseTo((3 * gain(1)) / (3 * gain(1) + 2 * gain(2)), 12)
    expect(ndcg('bca', grades, 3)).toBe(1)
  })

  it('gains 1 for a golden tool without a grade, and nothing for a grade of 0 or below', () => {
    // grades 1, 3, 0
    expect(ndcg('ab', { b: 3, c: 0 }, 3)).toBeCloseTo(
      (1 * gain(1) + 3 * gain(2)) / (3 * gain(1) + 1 * gain(2)),
      12,
    )
    expect(ndcg('abc', { a: 0, b: 0, c: -1 }, 3)).toBe(0)
  })

  it('does not take the properties of all objects for grades', () => {
    const graded = { golden: ['constructor'], tools: ['constructor'], k: 1, grades: { other: 2 } }
    expect(judge(measureOf('nDCG'), graded)).toBe(1)
  })

  it('leaves the other measures as they are', () => {
    const binary = { golden: ['a', 'b'], tools: ['x', 'b', 'a'], k: 2 }
    for (const measure of MEASURES.filter(({ name }) => !name.startsWith('nDCG'))) {
      expect(judge(measure, { ...binary, grades: { a: 5, b: 2 } })).toBe(judge(measure, binary))
    }
  })

  it('that is all 1 is the same to the last bit as none', () => {
    const tools = [...'xaybzc']
    const golden = ['a', 'b', 'c']
    const of = (grades?: Record<string, number>) =>
      judge(measureOf('nDCG'), { golden, tools, k: 6, grades })
    expect(of({ a: 1, b: 1, c: 1 })).toBe(of())
  })
})

describe('what measures say of themselves', () => {
  it('fits the contract and holds nothing else', () => {
    for (const info of measureInfos()) expect(MeasureInfo.strict().parse(info)).toEqual(info)
  })

  it('names each once, and all that are read first', () => {
    const names = measureInfos().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(MAIN_MEASURES))
  })

  it('says for shares that more is better, and for cost and distance that less is', () => {
    const ways = measureInfos().map(({ better, range }) => `${better} to ${range.most ?? '∞'}`)
    expect(new Set(ways)).toEqual(new Set(['higher to 1', 'lower to ∞']))
  })
})
