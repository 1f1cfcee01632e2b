import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judge, measureOf } from '../../fakes/judge'

interface Row {
  golden: string[]
  grades: Record<string, number>
  /** As trec_eval puts them in order: equal scores by name, falling. */
  tools: string[]
  /** By its name there; none where nothing was given, which counts 0. */
  trecEval: Record<string, number>
}

const rows = JSON.parse(readFileSync(resolve('test/fixtures/trec/judged.json'), 'utf8')) as Row[]
const CUTOFFS = [1, 3, 5, 10]

/** What we give for every row, beside what trec_eval gives. */
function bothOf(name: string, trecName: string, k?: number) {
  return rows.map(({ golden, grades, tools, trecEval }) => ({
    ours: judge(measureOf(name), { golden, grades, tools, ...(k !== undefined && { k }) }),
    theirs: trecEval[trecName] ?? 0,
    golden: golden.length,
  }))
}

describe('trec_eval gives to the ninth decimal', () => {
  for (const k of CUTOFFS) {
    for (const [name, trecName] of Object.entries({
      Recall: 'recall',
      Precision: 'P',
      nDCG: 'ndcg_cut',
      Hit: 'success',
    })) {
      it(`our ${name}@${k}, there ${trecName}_${k}`, () => {
        for (const { ours, theirs } of bothOf(name, `${trecName}_${k}`, k)) {
          expect(ours).toBeCloseTo(theirs, 9)
        }
      })
    }

    it(`our MAP@${k} where no more tools are right than count, there map_cut_${k}, which divides by all that are right`, () => {
      for (const { ours, theirs, golden } of bothOf('MAP', `map_cut_${k}`, k)) {
        expect((ours * Math.min(golden, k)) / golden).toBeCloseTo(theirs, 9)
      }
    })
  }

  it('our Recall, Precision and MRR of whole sets, there set_recall, set_P and recip_rank', () => {
    for (const [name, trecName] of Object.entries({
      Recall: 'set_recall',
      Precision: 'set_P',
      MRR: 'recip_rank',
    })) {
      for (const { ours, theirs } of bothOf(name, trecName)) expect(ours).toBeCloseTo(theirs, 9)
    }
  })

  it('the rows have ties, grades, empty rankings and more right tools than count', () => {
    expect(rows.some(({ tools }) => tools.length === 0)).toBe(true)
    expect(rows.some(({ grades }) => Object.values(grades).some((grade) => grade > 1))).toBe(true)
    expect(rows.some(({ golden }) => golden.length > 10)).toBe(true)
  })
})
