import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lancedbToolIndexes } from '../../src-main/adapters/lancedb/lancedb-tool-index'
import { buildMemoryToolIndex } from '../../src-main/adapters/memory/memory-tool-index'
import type { ToolId } from '../../src-main/domain/tool'
import type { Hit } from '../../src-main/ports/tool-index'

const builds = { memory: buildMemoryToolIndex, lancedb: lancedbToolIndexes() }
const lucene = { k1: 1.2, b: 0.75 }

const term = fc.constantFrom('send', 'mail', 'Mail', 'the', 'straße', 'a%b', 'x y', 'find', 'ürl')
const vector = fc
  .array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 3 })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)))
const documents = fc
  .uniqueArray(fc.stringMatching(/^[a-z'_/]{1,6}$/), { minLength: 1, maxLength: 40 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((tool) =>
        fc.record({
          tool: fc.constant(tool as ToolId),
          terms: fc.array(term, { maxLength: 12 }),
          vector,
        }),
      ),
    ),
  )
const search = fc.record({
  documents,
  terms: fc.array(term, { minLength: 1, maxLength: 6 }),
  query: vector,
  depth: fc.integer({ min: 1, max: 12 }),
  keep: fc.integer({ min: 1, max: 4 }),
})

type Search = typeof search extends fc.Arbitrary<infer T> ? T : never

const amongOf = ({ documents, keep }: Search): Set<ToolId> =>
  new Set(documents.filter((_, position) => position % keep === 0).map(({ tool }) => tool))

async function hitsOf(
  build: (typeof builds)['memory'],
  { documents, terms, query, depth }: Search,
  among?: Set<ToolId>,
): Promise<{ lexical: Hit[]; dense: Hit[] }> {
  const index = await build(documents)
  try {
    const lexical = await index.lexical({ terms, depth, among, explain: true, ...lucene })
    return { lexical, dense: await index.dense({ vector: query, depth, among }) }
  } finally {
    await index.close()
  }
}

const isClose = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-6 + 1e-4 * Math.max(Math.abs(a), Math.abs(b))

/** Equal scores place by place, and the same tools but for those whose scores only rounding tells apart. */
function expectSame(left: Hit[], right: Hit[]): void {
  expect(right).toHaveLength(left.length)
  left.forEach((hit, place) => {
    const other = right[place]
    expect(isClose(hit.score, other?.score ?? NaN), `score at ${place}`).toBe(true)
    const counterpart = right.find(({ tool }) => tool === hit.tool) ?? right.at(-1)
    expect(isClose(hit.score, counterpart?.score ?? NaN), `score of ${hit.tool}`).toBe(true)
    for (const [name, part] of Object.entries(hit.terms ?? {})) {
      const twin = right.find(({ tool }) => tool === hit.tool)
      if (twin) expect(isClose(part, twin.terms?.[name] ?? NaN), `part of ${name}`).toBe(true)
    }
  })
}

describe('the two tool indexes', () => {
  it('agree on every ranking, over everything and over a subset', async () => {
    await fc.assert(
      fc.asyncProperty(search, fc.boolean(), async (searched, restricted) => {
        const among = restricted ? amongOf(searched) : undefined
        const memory = await hitsOf(builds.memory, searched, among)
        const lancedb = await hitsOf(builds.lancedb, searched, among)
        expectSame(memory.lexical, lancedb.lexical)
        expectSame(memory.dense, lancedb.dense)
      }),
      { numRuns: 40 },
    )
  })

  for (const [name, build] of Object.entries(builds)) {
    it(`give with all tools as a subset what they give without one (${name})`, async () => {
      await fc.assert(
        fc.asyncProperty(search, async (searched) => {
          const all = new Set(searched.documents.map(({ tool }) => tool))
          expect(await hitsOf(build, searched, all)).toEqual(await hitsOf(build, searched))
        }),
        { numRuns: name === 'memory' ? 200 : 15 },
      )
    })

    it(`give a shorter ranking as the beginning of a longer one (${name})`, async () => {
      await fc.assert(
        fc.asyncProperty(search, async (searched) => {
          const shorter = await hitsOf(build, searched)
          const longer = await hitsOf(build, { ...searched, depth: searched.depth + 1 })
          expect(longer.lexical.slice(0, searched.depth)).toEqual(shorter.lexical)
          expect(longer.dense.slice(0, searched.depth)).toEqual(shorter.dense)
        }),
        { numRuns: name === 'memory' ? 200 : 15 },
      )
    })
  }

  it('give a subset what an index of that subset alone gives', async () => {
    await fc.assert(
      fc.asyncProperty(search, async (searched) => {
        const among = amongOf(searched)
        const alone = searched.documents.filter(({ tool }) => among.has(tool))
        expect(await hitsOf(builds.memory, searched, among)).toEqual(
          await hitsOf(builds.memory, { ...searched, documents: alone }),
        )
      }),
    )
  })
})
