import { describe, expect, it } from 'vitest'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import type { Clauses } from '../../../../src-main/pipeline/clauses-of-request'
import { coverParts } from '../../../../src-main/pipeline/fusion/cover'
import { pipe, textsAhead } from '../../../../src-main/pipeline/stage'
import { recorded } from '../../../fakes/run-call'
import { byTable, plan, ranking } from './rankings'

/** Parts that stand in brackets are context. */
function parts(text: string): Clauses {
  const all = text.includes(' + ') ? text.split(' + ') : []
  const isContext = (part: string) => part.startsWith('(')
  return {
    wishes: all.filter((part) => !isContext(part)),
    context: all.filter((part) => isContext(part)),
  }
}

async function covered(text: string, table: Record<string, Record<string, number>>, from?: number) {
  const search = byTable(table)
  const query = { ...plan.query, text }
  const steps = [{ text, variations: [text] }]
  const pipeline = pipe(search).to(coverParts(parts, search, { from }))
  const { output, steps: run } = await recorded(pipeline, { ...plan, query, steps })
  return { tools: output.tools, run, names: output.tools.map(({ tool }) => String(tool)) }
}

const TABLE = {
  'mail + book': { mail: 5, letter: 4, book: 1 },
  mail: { mail: 4, letter: 3.9 },
  book: { book: 4, room: 2 },
}

describe('covering the parts of a query', () => {
  it('puts a tool of a part that no tool before covers before one that is like the first', async () => {
    const { names, run } = await covered('mail + book', TABLE)
    expect(names).toEqual(['mail', 'book', 'letter', 'room'])
    expect(run[1]?.branches.map(({ label }) => label)).toEqual(['part 1', 'part 2'])
    expect(run[1]?.step.notes).toEqual({ parts: 2, 'part 1': 'mail', 'part 2': 'book' })
  })

  it('gives scores that fall and are the sums of their parts', async () => {
    const { tools } = await covered('mail + book', TABLE)
    // mail: 5 whole + 4 of its part + .2 × (5 − 1) for the first + 3 × (4 + 2) / 2; what the second
    // part does not hold counts 2.
    expect(tools[0]?.score).toBeCloseTo(5 + 4 + 0.8 + 9, 12)
    // book: 1 + 4 + 3 × (0 + 2) / 2, as the first part is covered and of the second 2 of 4.
    expect(tools[1]?.score).toBeCloseTo(1 + 4 + 3, 12)
    // letter: 4 + 3.9, and nothing new.
    expect(tools[2]?.score).toBeCloseTo(7.9, 12)
    // room: counts as the last of the whole query's list, 1, and of the first part's, 3.9.
    expect(tools[3]?.score).toBeCloseTo(4.9, 12)
    for (const { score, witnesses } of tools) {
      const shares = scorePartsOf(witnesses).filter(({ source }) => source.startsWith('cover '))
      expect(shares.reduce((sum, share) => sum + share.score, 0)).toBeCloseTo(score ?? NaN, 12)
    }
    const scores = tools.map(({ score = 0 }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it('counts what a part scores from a given score on, and nothing of a part below it', async () => {
    const text = 'mail + 14 March'
    const table = { [text]: { mail: 5, march: 1 }, mail: { mail: 4 }, '14 March': { march: 0.7 } }
    const all = await covered(text, table)
    const { tools, run } = await covered(text, table, 0.8)
    expect(run[1]?.step.stage.settings).toMatchObject({ 'a part counts from': 0.8 })
    // mail: 5 + (4 − .8) + .2 × (5 − 1) + 3 × 3.2 / 2; march: 1 + (4 − .8), as the last of the
    // first part's list, and nothing for a date.
    expect(tools.map(({ score }) => Number(score?.toFixed(9)))).toEqual([13.8, 4.2])
    expect(all.tools[1]?.score).toBeCloseTo(1 + 4, 12)
    for (const { score, witnesses } of tools) {
      const shares = scorePartsOf(witnesses).filter(({ source }) => source.startsWith('cover '))
      expect(shares.reduce((sum, share) => sum + share.score, 0)).toBeCloseTo(score ?? NaN, 12)
    }
  })

  it('adds up where no part scores enough', async () => {
    const text = 'mail + 14 March'
    const table = { [text]: { mail: 5, march: 1 }, mail: { mail: 0.5 }, '14 March': { march: 0.7 } }
    const { tools } = await covered(text, table, 0.8)
    expect(tools.map(({ score }) => Number(score?.toFixed(9)))).toEqual([5.8, 1])
  })

  it('says which part a tool adds most to', async () => {
    const { tools } = await covered('mail + book', TABLE)
    const partOf = (at: number) =>
      tools[at]?.witnesses.flatMap((witness) => (witness.kind === 'part' ? witness.text : []))
    expect(partOf(0)).toEqual(['mail'])
    expect(partOf(1)).toEqual(['book'])
    expect(partOf(2)).toEqual([])
  })

  it('counts a single part beside the whole, and says what it took as context', async () => {
    const text = '(we moved) + book'
    const table = { [text]: { mail: 5, letter: 4, book: 3 }, book: { book: 4, room: 1 } }
    const { tools, names, run } = await covered(text, table)
    expect(run[1]?.step.notes).toEqual({ parts: 1, 'part 1': 'book', context: '(we moved)' })
    // book: 3 + 4; mail: 5 + 1 + .2 × (5 − 3) for the first; what the part does not hold counts 1.
    expect(names).toEqual(['book', 'mail', 'letter', 'room'])
    expect(tools.map(({ score }) => score)).toEqual([7, 6.4, 5, 4])
  })

  it('leaves a query without parts as it is', async () => {
    const { tools, run } = await covered('mail', TABLE)
    expect(tools).toEqual(ranking('table', TABLE.mail).tools)
    expect(run[1]?.branches).toEqual([])
  })

  it('searches no more than twelve parts', async () => {
    const wishes = Array.from({ length: 30 }, (_, at) => `wish ${at}`).join(' + ')
    const { run } = await covered(wishes, { [wishes]: { mail: 1 } })
    expect(run[1]?.branches).toHaveLength(12)
    expect(run[1]?.step.notes).toMatchObject({
      parts: 12,
      'part 12': 'wish 11',
      'not searched': 18,
    })
  })

  it('gives nothing where nothing is found', async () => {
    expect((await covered('mail + book', {})).tools).toEqual([])
    const { names } = await covered('mail + book', { book: { book: 1 } })
    expect(names).toEqual(['book'])
  })

  it('tells beforehand which texts it will search', () => {
    const search = byTable({})
    const pipeline = pipe(search).to(coverParts(parts, search))
    const texts = (text: string) => textsAhead(pipeline, { ...plan.query, text })
    expect(texts('mail + book')).toEqual(['mail + book', 'mail', 'book'])
    expect(texts('mail')).toEqual(['mail'])
  })
})
