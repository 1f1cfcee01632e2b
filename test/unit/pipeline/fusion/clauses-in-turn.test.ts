import { describe, expect, it } from 'vitest'
import type { Clauses } from '../../../../src-main/pipeline/clauses-of-request'
import { clausesInTurn } from '../../../../src-main/pipeline/fusion/clauses-in-turn'
import { pipe, textsAhead } from '../../../../src-main/pipeline/stage'
import { recorded } from '../../../fakes/run-call'
import { byTable, plan } from './rankings'

const clausesOf = (text: string): Clauses => {
  const all = text.includes(' + ') ? text.split(' + ') : []
  return {
    wishes: all.filter((part) => part !== 'story'),
    context: all.includes('story') ? ['story'] : [],
  }
}

async function placed(text: string, table: Record<string, Record<string, number>>) {
  const search = byTable(table)
  const query = { ...plan.query, text }
  const pipeline = pipe(search).to(clausesInTurn(clausesOf, search))
  const steps = [{ text, variations: [text] }]
  const { output, steps: run } = await recorded(pipeline, { ...plan, query, steps })
  return { output, names: output.tools.map(({ tool }) => String(tool)), last: run.at(-1) }
}

const WHOLE = { a: 9, b: 8, c: 7, d: 6, e: 5, f: 4 }

describe('clauses in turn', () => {
  it('give every third place to the next best tool of a clause', async () => {
    const table = { 'x + y': WHOLE, x: { a: 9, x1: 2, x2: 1 }, y: { b: 9, y1: 2 } }
    const { names, output } = await placed('x + y', table)
    // By coverage a and b come first: what each clause has best beside these is x1 and y1.
    expect(names.slice(0, 2)).toEqual(['a', 'b'])
    expect(names[2]).toBe('x1')
    expect(names[5]).toBe('y1')
    expect(output.order).toBe('given')
  })

  it('hold every tool of any list once, each with what covering scores it', async () => {
    const table = { 'x + y': WHOLE, x: { x1: 2, a: 1 }, y: { y1: 2 } }
    const { names, output } = await placed('x + y', table)
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'x1', 'y1'])
    for (const { score, witnesses } of output.tools) {
      expect(score).toBeTypeOf('number')
      expect(witnesses).not.toEqual([])
    }
  })

  it('leave their places to coverage where they have no tool left', async () => {
    const table = { 'x + y': WHOLE, x: {}, y: {} }
    expect((await placed('x + y', table)).names).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('leave context to the whole query, and say what it is', async () => {
    const { names, last } = await placed('story + x', {
      'story + x': WHOLE,
      x: { x1: 9 },
      story: { s1: 99 },
    })
    expect(names).toContain('x1')
    expect(names).not.toContain('s1')
    expect(last?.step.notes).toEqual({ parts: 1, context: 'story' })
  })

  it('change nothing where the request asks for one thing', async () => {
    const { names, output, last } = await placed('x', { x: WHOLE })
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(output.order).toBe('score')
    expect(last?.step.notes).toEqual({ parts: 0 })
  })

  it('are at most twelve; the trace says how many are not searched', async () => {
    const text = Array.from({ length: 15 }, (_, at) => `part ${at}`).join(' + ')
    const { last } = await placed(text, {})
    expect(last?.branches).toHaveLength(12)
    expect(last?.step.notes).toEqual({ parts: 12, 'not searched': 3 })
  })

  it('are known ahead, so that they are embedded with the request', () => {
    const search = byTable({})
    const pipeline = pipe(search).to(clausesInTurn(clausesOf, search))
    expect(textsAhead(pipeline, { ...plan.query, text: 'x + y' })).toEqual(['x + y', 'x', 'y'])
  })
})
