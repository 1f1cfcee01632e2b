import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/app/context'
import type { Catalog } from '../../../../src-main/app/workspaces/catalog'
import {
  openMeasures,
  type StoredMeasure,
  type Measures,
} from '../../../../src-main/app/review/stored-measures'
import type { Session } from '../../../../src-main/app/workspaces/session'
import { Problem } from '../../../../src-main/domain/problem'
import type { TextProposal } from '../../../../src-main/domain/proposal/text'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { NO_PROMPT_OVERRIDES } from '../../../../src-main/pipeline/ask'
import { recipes } from '../../../../src-main/pipeline/recipes/registry'
import { CURRENCY, proposal } from '../../../app/reviewing'
import { fakeClock } from '../../../fakes/clock'
import { conceptEmbedder } from '../../../fakes/embedder'
import { kitOf } from '../../../fakes/kit'

const gate: StoredMeasure['gate'] = {
  verdict: 'helps',
  reason: 'It helps.',
  by: 'golden-queries',
  own: { fixed: 1, broken: 0, better: 0, worse: 0, same: 0 },
  neighbours: { fixed: 0, broken: 0, better: 0, worse: 0, same: 0 },
}
const query: GoldenQuery = { id: 'q1', text: 'and in euros?', tools: [CURRENCY], origin: 'human' }

interface Place {
  proposals: TextProposal[]
  queries: GoldenQuery[]
  /** The embedder that is in use, as it is. */
  embedder?: () => Promise<{ fingerprint: string }>
  /** What was kept beside the catalog. */
  kept?: Uint8Array
}

/** A program on a workspace that others may use as well. */
function program(place: Place) {
  const looked = { count: 0 }
  const session = {
    goldenQueries: async () => place.queries,
    promptOverrides: async () => NO_PROMPT_OVERRIDES,
    store: {
      info: async () => ({}),
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
    kit: () => kitOf({ tools: [], embedder: conceptEmbedder([]) }),
    history: async () => [],
  } as unknown as Catalog
  const context = {
    clock: fakeClock(),
    recipes,
    settings: { read: async () => ({ embedder: 'ollama:bge' }) },
    sessions: { of: async () => session },
    embedders: { open: place.embedder ?? (async () => ({ fingerprint: 'one' })) },
  } as unknown as AppContext
  const { signal } = new AbortController()
  const call = { signal, emit: () => undefined }
  const open = (recipe = 'hybrid') =>
    openMeasures(
      { context, dir: 'w', call, session, choice: { recipe, options: {}, k: 5 } },
      catalog,
    )
  const note = async (measures: Measures, of: TextProposal) =>
    measures.note(of, { gate, neighbours: [] }, await measures.answersBy())
  return { looked, open, note }
}

describe('what was measured of proposals', () => {
  it('is held against the catalog once, and not at all where nothing was measured', async () => {
    const one = proposal()
    const two = proposal({ id: 'p2' })
    const { looked, open, note } = program({ proposals: [one, two], queries: [query] })
    const measures = await open()
    expect(measures.of(two)).toBeUndefined()
    expect(looked.count).toBe(0)
    await note(measures, one)
    const noted = looked.count
    expect([measures.of(one), measures.of(one), measures.of(one)]).toEqual([gate, gate, gate])
    expect(looked.count).toBe(2 * noted)
  })

  it('is of the recipe that was asked alone', async () => {
    const one = proposal()
    const { open, note } = program({ proposals: [one], queries: [query] })
    const hybrid = await open()
    await note(hybrid, one)
    await hybrid.save()
    expect((await open('bm25')).of(one)).toBeUndefined()
    expect((await open()).of(one)).toEqual(gate)
  })

  it.each<[string, () => Promise<{ fingerprint: string }>]>([
    ['is another version by the same name', async () => ({ fingerprint: 'two' })],
    ['is not there', () => Promise.reject(new Problem('unavailable', 'Ollama is not reachable.'))],
  ])('counts no more where the embedder %s, until that is in use again', async (_, now) => {
    const place: Place = { proposals: [proposal()], queries: [query] }
    const first = program(place)
    const measures = await first.open()
    await first.note(measures, proposal())
    await measures.save()
    const other = program({ ...place, embedder: now })
    expect((await other.open()).of(proposal())).toBeUndefined()
    // Words alone ask no embedder.
    expect(await (await other.open('bm25')).answersBy()).toBeDefined()
    expect((await program(place).open()).of(proposal())).toEqual(gate)
  })

  it('is not noted where the recipe answers by something else once it is measured', async () => {
    let fingerprint = 'one'
    const place: Place = { proposals: [proposal()], queries: [query] }
    const { open } = program({ ...place, embedder: async () => ({ fingerprint }) })
    const measures = await open()
    const answeredBy = await measures.answersBy()
    fingerprint = 'two'
    await measures.note(proposal(), { gate, neighbours: [] }, answeredBy)
    expect((await open()).of(proposal())).toBeUndefined()
    fingerprint = 'one'
    expect((await open()).of(proposal())).toBeUndefined()
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
    const { open, note } = program(place)
    const measures = await open()
    await note(measures, proposal())
    expect((await open()).of(proposal())).toEqual(gate)
    place.queries = [{ ...query, turns: ['What is a franc worth?'] }]
    expect((await open()).of(proposal())).toBeUndefined()
  })

  it('is kept without that of proposals that are gone, and with what another program kept', async () => {
    const one = proposal()
    const two = proposal({ id: 'p2' })
    const gone = proposal({ id: 'gone' })
    const place: Place = { proposals: [one, two, gone], queries: [query] }
    const oneProgram = program(place)
    const another = program(place)
    const { note } = oneProgram
    const first = await oneProgram.open()
    const second = await another.open()
    await note(first, one)
    await note(first, gone)
    await first.save()
    await note(second, two)
    place.proposals = [one, two]
    await second.save()
    const kept = JSON.parse(new TextDecoder().decode(place.kept)) as [string, StoredMeasure][]
    expect(kept.map(([key]) => key.split(' ')[0]).toSorted()).toEqual(['p1', 'p2'])
  })
})
