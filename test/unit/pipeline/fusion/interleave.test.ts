import { describe, expect, it } from 'vitest'
import type { PlanStep, QueryPlan, Ranking } from '../../../../src-main/domain/query/query'
import { eachStep } from '../../../../src-main/pipeline/combine'
import { interleave, type Shares } from '../../../../src-main/pipeline/fusion/interleave'
import { pipe, stage } from '../../../../src-main/pipeline/stage'
import { namesOf } from '../../../fakes/retrievers'
import { recorded } from '../../../fakes/run-call'
import { plan, ranking } from './rankings'

/** Each step finds its tools in the order given. */
async function dealt(
  lists: Record<string, string[]>,
  {
    shares = 'equal',
    k = 6,
    steps = [],
  }: { shares?: Shares; k?: number; steps?: Partial<PlanStep>[] } = {},
) {
  const search = stage<QueryPlan, Ranking>({
    name: 'table',
    gives: 'ranking',
    settings: {},
    run(given) {
      const found = lists[given.steps[0]?.text ?? ''] ?? []
      const scores = Object.fromEntries(found.map((tool, at) => [tool, 1 / (at + 1)]))
      return { ...ranking('table', scores), plan: given }
    },
  })
  const input = {
    ...plan,
    steps: Object.keys(lists).map((text, at) => ({ text, variations: [text], ...steps[at] })),
  }
  const { output, steps: run } = await recorded(pipe(eachStep(search, interleave(shares))), input, {
    k,
  })
  return { names: namesOf(output), tools: output.tools, notes: run[0]?.step.notes }
}

const letters = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`)

describe('dealing places to steps in turn', () => {
  it('gives equal steps k / n of any k', async () => {
    const { names, notes } = await dealt({
      a: letters('a', 4),
      b: letters('b', 4),
      c: letters('c', 4),
    })
    expect(names.slice(0, 6)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
    expect(notes).toEqual({ 'places of each step': '2, 2, 2' })
  })

  it('gives hard steps three times the places of easy ones', async () => {
    const steps = [{ difficulty: 'easy' as const }, { difficulty: 'hard' as const }]
    const lists = { a: letters('a', 9), b: letters('b', 9) }
    const { names, notes } = await dealt(lists, { shares: 'difficulty', k: 8, steps })
    expect(notes).toEqual({ 'places of each step': '2, 6' })
    expect(names[0]).toBe('b1')
    expect((await dealt(lists, { k: 8, steps })).notes).toEqual({ 'places of each step': '4, 4' })
  })

  it('leaves the place of a tool that is there already to the next of its step', async () => {
    const { names } = await dealt({ a: ['x', 'a2'], b: ['x', 'b2', 'b3'] })
    expect(names).toEqual(['x', 'b2', 'a2', 'b3'])
  })

  it('leaves places that a step cannot fill to the others', async () => {
    const { names } = await dealt({ a: ['a1'], b: letters('b', 4), c: [] })
    expect(names).toEqual(['a1', 'b1', 'b2', 'b3', 'b4'])
  })

  it('tells for which step a tool is there, where there are several', async () => {
    const { tools } = await dealt({ a: ['a1'], b: ['b1'] })
    expect(tools.map(({ witnesses }) => witnesses.at(-1))).toEqual([
      { kind: 'part', text: 'a' },
      { kind: 'part', text: 'b' },
    ])
    const { tools: alone } = await dealt({ a: ['a1'] })
    expect(alone[0]?.witnesses.at(-1)).toMatchObject({ kind: 'score' })
  })

  it('of a plan without steps is nothing', async () => {
    expect((await dealt({})).names).toEqual([])
  })
})
