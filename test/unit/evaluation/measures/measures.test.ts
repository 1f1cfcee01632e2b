import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../../src-main/domain/tool'
import { MEASURES } from '../../../../src-main/evaluation/measures/registry'

type Row = [golden: string, tools: string, k: number, expected: number, arithmetic: string]

/** Tools are single letters: golden “ab” and tools “xay” are the golden set {a, b} and the tools x, a, y. */
function judge(name: string, [golden, tools, k]: Row): number {
  const measure = MEASURES[name]
  if (!measure) throw new Error(`There is no measure ${name}.`)
  return measure(new Set([...golden] as ToolId[]), [...tools] as ToolId[], k)
}

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
  ],
  Precision: [
    ['a', 'abc', 3, 1 / 3, '1 hit on 3 places'],
    ['ab', 'axb', 2, 1 / 2, '1 hit on 2 places'],
    ['abcd', 'abxy', 2, 1, '2 hits on 2 places'],
    ['ab', '', 5, 0, '0 hits on 5 places'],
    ['ab', 'ba', 5, 2 / 5, '3 places stay empty: 2 of 5'],
  ],
  Hit: [
    ['a', 'xa', 2, 1, 'a at 2'],
    ['a', 'xa', 1, 0, 'a behind k'],
    ['abcd', 'xd', 2, 1, 'one of four is enough'],
    ['a', '', 5, 0, 'nothing given'],
    ['a', 'a', 5, 1, 'fewer tools than k'],
  ],
  All: [
    ['ab', 'bxa', 3, 1, 'both within 3'],
    ['ab', 'bxa', 2, 0, 'a behind k'],
    ['abc', 'ab', 2, 0, 'three golden never fit into 2'],
    ['ab', '', 5, 0, 'nothing given'],
    ['ab', 'ab', 5, 1, 'fewer tools than k'],
  ],
  MRR: [
    ['a', 'xya', 3, 1 / 3, 'first golden at 3'],
    ['ab', 'xba', 3, 1 / 2, 'first golden, b, at 2'],
    ['a', 'xya', 2, 0, 'behind k'],
    ['abc', 'a', 1, 1, 'more golden than k, first at 1'],
    ['a', '', 5, 0, 'nothing given'],
  ],
  MAP: [
    ['ab', 'axb', 3, (1 / 1 + 2 / 3) / 2, 'precisions 1/1 at a and 2/3 at b, over min(2, 3)'],
    ['ab', 'xab', 3, (1 / 2 + 2 / 3) / 2, 'precisions 1/2 and 2/3, over min(2, 3)'],
    ['abcd', 'ab', 2, (1 + 1) / 2, 'over min(4, 2): the best possible'],
    ['abcd', 'xa', 2, 1 / 2 / 2, 'precision 1/2, over min(4, 2)'],
    ['ab', 'a', 5, 1 / 2, 'fewer tools than k: 1/1, over min(2, 5)'],
    ['ab', '', 5, 0, 'nothing given'],
  ],
  nDCG: [
    ['a', 'xa', 2, gain(2) / gain(1), 'gain 1/log₂3 over 1'],
    ['ab', 'axb', 3, (gain(1) + gain(3)) / (gain(1) + gain(2)), '(1 + 1/2) over (1 + 1/log₂3)'],
    ['abcd', 'ab', 2, 1, 'ideal list of min(4, 2)'],
    ['abcd', 'xa', 2, gain(2) / (gain(1) + gain(2)), 'ideal list of min(4, 2)'],
    ['ab', 'b', 5, gain(1) / (gain(1) + gain(2)), 'fewer tools than k: 1 over (1 + 1/log₂3)'],
    ['ab', '', 5, 0, 'nothing given'],
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
  ],
  LengthDifference: [
    ['ab', 'xyzuv', 5, 3, '|2 − 5|'],
    ['abcd', 'abcd', 2, 2, 'cut to 2: |4 − 2|'],
    ['ab', '', 5, 2, '|2 − 0|'],
    ['abc', 'xyz', 5, 0, '|3 − 3|, whichever they are'],
  ],
}

describe('measures worked by hand', () => {
  for (const [name, rows] of Object.entries(TABLES)) {
    it.each(rows)(`${name} of golden “%s” and tools “%s” at k = %i is %f`, (...row) => {
      expect(judge(name, row)).toBeCloseTo(row[3], 12)
    })
  }

  it('cover every measure there is', () => {
    expect(Object.keys(TABLES).sort()).toEqual(Object.keys(MEASURES).sort())
  })
})
