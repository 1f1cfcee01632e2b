import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../../../src-main/app/catalog/catalog'
import { openMeasures, type KeptMeasure } from '../../../../src-main/app/review/kept-measures'
import type { Session } from '../../../../src-main/app/workspaces/session'
import type { TextProposal } from '../../../../src-main/domain/proposal/text'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { CURRENCY, proposal } from '../../../app/reviewing'

const gate: KeptMeasure['gate'] = {
  ...{ verdict: 'helps', reason: 'It helps.', by: 'golden-queries' },
  own: { fixed: 1, broken: 0, better: 0, worse: 0, same: 0 },
  neighbours: { fixed: 0, broken: 0, better: 0, worse: 0, same: 0 },
}
const query: GoldenQuery = { id: 'q1', text: 'and in euros?', tools: [CURRENCY], origin: 'human' }

interface Place {
  proposals: TextProposal[]
  queries: GoldenQuery[]
  /** What was kept beside the catalog. */
  kept?: Uint8Array
}

/** A program on a workspace that others may use as well. */
function program(place: Place) {
  const looked = { count: 0 }
  const session = {
    goldenQueries: async () => place.queries,
    store: {
      state: async () => ({ id: 'w', commit: 'c', stamp: 's', catalog: 'k' }),
      derived: async () => place.kept && { content: place.kept, of: { id: 'w', catalog: 'k' } },
      keepDerived: async (_name: string, _of: unknown, content: Uint8Array) => {
        place.kept = content
      },
      read: async () => ({
        goldenSets: [{ name: 'asked' }],
        goldenUses: [],
        textProposals: place.proposals,
      }),
    },
  } as unknown as Session
  const catalog = {
    has: () => ++looked.count > 0,
    tool: (id: string) => ({ tool: { id }, layer: {} }),
  } as unknown as Catalog
  const open = (recipe = 'hybrid') =>
    openMeasures({ session, choice: { recipe, options: {}, k: 5 } }, catalog)
  return { looked, open }
}

describe('what was measured of proposals', () => {
  it('is held against the catalog once, and not at all where nothing was measured', async () => {
    const [one, two] = [proposal(), proposal({ id: 'p2' })]
    const { looked, open } = program({ proposals: [one, two], queries: [query] })
    const measures = await open()
    expect(measures.of(two)).toBeUndefined()
    expect(looked.count).toBe(0)
    measures.note(one, { gate, neighbours: [] })
    const noted = looked.count
    expect([measures.of(one), measures.of(one), measures.of(one)]).toEqual([gate, gate, gate])
    expect(looked.count).toBe(2 * noted)
  })

  it('is of the recipe that was asked alone', async () => {
    const one = proposal()
    const { open } = program({ proposals: [one], queries: [query] })
    const hybrid = await open()
    hybrid.note(one, { gate, neighbours: [] })
    await hybrid.save()
    expect((await open('bm25')).of(one)).toBeUndefined()
    expect((await open()).of(one)).toEqual(gate)
  })

  it('is worked out for many with a pause between any two', async () => {
    const all = [proposal(), proposal({ id: 'p2' }), proposal({ id: 'p3' })]
    const measures = await program({ proposals: all, queries: [query] }).open()
    let pauses = 0
    await measures.workOut(all, async () => ++pauses)
    expect(pauses).toBe(3)
  })

  it('counts no more where a golden query is asked after other turns', async () => {
    const place: Place = { proposals: [proposal()], queries: [query] }
    const { open } = program(place)
    const measures = await open()
    measures.note(proposal(), { gate, neighbours: [] })
    expect((await open()).of(proposal())).toEqual(gate)
    place.queries = [{ ...query, turns: ['What is a franc worth?'] }]
    expect((await open()).of(proposal())).toBeUndefined()
  })

  it('is kept without that of proposals that are gone, and with what another program kept', async () => {
    const [one, two, gone] = [proposal(), proposal({ id: 'p2' }), proposal({ id: 'gone' })]
    const place: Place = { proposals: [one, two, gone], queries: [query] }
    const [first, second] = [await program(place).open(), await program(place).open()]
    first.note(one, { gate, neighbours: [] })
    first.note(gone, { gate, neighbours: [] })
    await first.save()
    second.note(two, { gate, neighbours: [] })
    place.proposals = [one, two]
    await second.save()
    const kept = JSON.parse(new TextDecoder().decode(place.kept)) as [string, KeptMeasure][]
    expect(kept.map(([key]) => key.split(' ')[0]).toSorted()).toEqual(['p1', 'p2'])
  })
})
