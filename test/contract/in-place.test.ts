import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openInPlace } from '../../src-main/adapters/lancedb/in-place/open'
import { writeSearched } from '../../src-main/adapters/lancedb/in-place/write'
import { openDatabase } from '../../src-main/adapters/lancedb/tables/database'
import { buildMemoryLexicalIndex } from '../../src-main/adapters/memory/memory-lexical-index'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { unitLength } from '../../src-main/domain/model/vector'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import type { ToolId } from '../../src-main/domain/tool/tool'
import type { LexicalDocument } from '../../src-main/ports/lexical-index'

const WORDS = ['send', 'mail', 'find', 'flight', 'bösen', '天', 'x2', 'old']
const LUCENE = { k1: 1.2, b: 0.75 }
/** As recipes search unless told otherwise. */
const USUAL = { k1: 1.5, b: 0.75 }
const DIMENSIONS = 8

const word = fc.constantFrom(...WORDS)
const vector = fc
  .array(fc.integer({ min: -3, max: 3 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => unitLength(Float32Array.from(values)))
const tool = fc.record({
  terms: fc.array(word, { maxLength: 8 }),
  weight: fc.constantFrom(0.5, 1, 2),
  vector,
})
const query = fc.record({ terms: fc.array(word, { maxLength: 4 }), vector })

type Tool = typeof tool extends fc.Arbitrary<infer Of> ? Of : never

/** The tools as two programs have them: in memory, and written to be searched in place. */
async function both(tools: readonly Tool[], { opensNewest = false } = {}) {
  const ids = tools.map((_, at) => `tool-${String(at).padStart(4, '0')}` as ToolId)
  const words = tools.map(({ terms, weight }, at): LexicalDocument<ToolId> => ({
    key: ids[at] as ToolId,
    terms,
    weights: terms.map((_, place) => (place % 2 === 0 ? weight : 1)),
  }))
  const vectors = tools.map(({ vector }, at) => ({ key: ids[at] as ToolId, vector }))
  const dir = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
  const database = await openDatabase(dir)
  onTestFinished(async () => {
    if (database.isOpen()) await database.close()
    await rm(dir, { recursive: true, force: true })
  })
  const of =
    <Value>(all: readonly Value[]) =>
    async (some: readonly ToolId[]) =>
      some.map((id) => all[ids.indexOf(id)] as Value)
  const hashes = new Set<string>()
  const written = await writeSearched(
    {
      tools: ids,
      documents: [
        { kind: 'words', name: 'documents', of: of(words) },
        {
          kind: 'meaning',
          name: 'documents',
          dimensions: DIMENSIONS,
          hashes,
          of: of(vectors.map(({ vector }) => vector)),
        },
      ],
    },
    { database, id: 'a', indexFrom: 64, wait: (work) => work, onRows: () => undefined },
  )
  const there = openInPlace(written, {
    tools: ids,
    wait: <T>(work: Promise<T>) => work,
    withTableOf: (as) => {
      const table = database.openTable(as)
      return async (work) => work(await (opensNewest ? database.openTable(as) : table), true)
    },
  })
  const lexical = await there.words<ToolId>('documents')
  const dense = await there.meaning<ToolId>('documents')
  if (!lexical || !dense) throw new Error('They were written.')
  return {
    ids,
    there,
    lexical,
    dense,
    searched: await database.openTable(written.searched.as),
    inMemory: { lexical: buildMemoryLexicalIndex(words), dense: buildMemoryVectorIndex(vectors) },
  }
}

const some = fc.array(tool, { minLength: 1, maxLength: 120, size: 'max' })

test('finds and scores words as memory does, to the last term', async () => {
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.array(query, { minLength: 1, maxLength: 3 }),
      async (tools, asked) => {
        const { lexical, inMemory, ids } = await both(tools)
        const queries = asked.map(({ terms }) => terms)
        const search = { ...LUCENE, depth: 200, explain: Infinity }
        const found = await lexical.search(queries, search)
        const expected = await inMemory.lexical.search(queries, search)
        found.forEach((hits, at) => {
          const own = expected[at] ?? []
          expect(hits).toHaveLength(own.length)
          const scores = new Map(own.map(({ key, score }) => [key, score]))
          for (const { key, score } of hits) expect(score).toBeCloseTo(scores.get(key) ?? NaN, 9)
        })
        const wanted = ids.slice(0, 10)
        const rated = await lexical.rate(queries, wanted, LUCENE)
        const expectedRates = await inMemory.lexical.rate(queries, wanted, LUCENE)
        rated.forEach(({ hits }, at) => {
          const own = expectedRates[at]
          expect(hits.map(({ key }) => key).sort()).toEqual(own?.hits.map(({ key }) => key).sort())
        })
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

test('finds and scores meaning as memory does, with an index and without', async () => {
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.array(query, { minLength: 1, maxLength: 3 }),
      async (tools, asked) => {
        const { dense, inMemory, ids } = await both(tools)
        const queries = asked.map(({ vector }) => vector)
        const search = { depth: 200 }
        expect(await dense.search(queries, search)).toEqual(
          await inMemory.dense.search(queries, search),
        )
        const among = new Set(ids.filter((_, at) => at % 3 === 0))
        expect(await dense.search(queries, { depth: 5, among })).toEqual(
          await inMemory.dense.search(queries, { depth: 5, among }),
        )
        expect(await dense.rate(queries, ids.slice(0, 10), {})).toEqual(
          await inMemory.dense.rate(queries, ids.slice(0, 10), {}),
        )
        const [one = ids[0], other = ids[0]] = ids
        if (one && other)
          expect(await dense.alike(one, other)).toEqual(await inMemory.dense.alike(one, other))
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

const made = (count: number): Tool[] => {
  const random = randomNumbers(5)
  return Array.from({ length: count }, () => ({
    terms: WORDS.filter(() => random() < 0.3),
    weight: 1,
    vector: unitLength(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)),
  }))
}

test('estimates how scores spread near to how they do', async () => {
  const { lexical, inMemory, ids } = await both(made(400))
  for (const terms of [['mail'], ['send', 'mail', 'find'], ['old', 'x2']]) {
    const wanted = ids.slice(0, 5)
    const [estimate] = await lexical.rate([terms], wanted, USUAL)
    const [exact] = await inMemory.lexical.rate([terms], wanted, USUAL)
    expect(estimate?.spread.mean).toBeCloseTo(exact?.spread.mean ?? NaN, 1)
    const ratio = (estimate?.spread.deviation ?? 0) / (exact?.spread.deviation ?? 1)
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1.3)
  }
})

test('knows nothing of documents that were not written, and of other texts', async () => {
  const { there, lexical, dense } = await both(made(5))
  expect(await there.words('others')).toBeUndefined()
  expect(await there.meaning('others')).toBeUndefined()
  expect([lexical.isInPlace, dense.isInPlace]).toEqual([true, true])
  expect(() => lexical.withTexts(new Map())).toThrow(/takes no other texts/)
  expect(() => lexical.pack()).toThrow(/not packed/)
  expect(await lexical.search([[]], { ...LUCENE, depth: 5 })).toEqual([[]])
  expect(await dense.search([new Float32Array(DIMENSIONS)], { depth: 5 })).toEqual([[]])
  await expect(dense.search([new Float32Array(3)], { depth: 5 })).rejects.toMatchObject({
    code: 'bad-input',
  })
})

test('is stopped between two queries', async () => {
  const { lexical, dense } = await both(made(5))
  const signal = AbortSignal.abort(new Error('stopped'))
  await expect(lexical.search([['mail']], { ...LUCENE, depth: 5, signal })).rejects.toThrow(
    'stopped',
  )
  const [vector = new Float32Array(DIMENSIONS)] = made(1).map(({ vector }) => vector)
  await expect(dense.search([vector], { depth: 5, signal })).rejects.toThrow('stopped')
})

test('finds all of a large set, however far down the list of all tools they stand', async () => {
  const { lexical, dense, inMemory, ids } = await both(made(4_600))
  const among = new Set(ids.slice(0, 2_050))
  const search = { depth: 10_000, among }
  const [vector = new Float32Array(DIMENSIONS)] = made(1).map(({ vector }) => vector)
  expect(await dense.search([vector], search)).toEqual(
    await inMemory.dense.search([vector], search),
  )
  const keysIn = (lists: { key: ToolId }[][]) => lists.flat().map(({ key }) => key)
  const found = await lexical.search([['mail', 'old']], { ...LUCENE, ...search })
  const expected = await inMemory.lexical.search([['mail', 'old']], { ...LUCENE, depth: 10_000 })
  expect(keysIn(found).sort()).toEqual(
    keysIn(expected)
      .filter((key) => among.has(key))
      .sort(),
  )
}, 60_000)

test('finds what it found before where LanceDB numbers the rows anew', async () => {
  const { lexical, dense, searched } = await both(made(60), { opensNewest: true })
  const [query = new Float32Array(DIMENSIONS)] = made(1).map(({ vector }) => vector)
  const search = async (depth: number) => [
    await dense.search([query], { depth }),
    await lexical.search([['mail', 'old']], { ...LUCENE, depth }),
  ]
  const before = await search(5)
  await searched.update({ where: 'place < 50', valuesSql: { place: 'place' } })
  await searched.optimize()
  expect(await search(5)).toEqual(before)
  expect((await search(60)).map(([hits]) => hits?.slice(0, 5))).toEqual(
    before.map(([hits]) => hits),
  )
})

test('says that rows are missing rather than find less', async () => {
  const { dense, searched, ids } = await both(made(5), { opensNewest: true })
  await searched.delete('place = 3')
  const [one, other] = [ids[2], ids[3]] as [ToolId, ToolId]
  await expect(dense.alike(one, other)).rejects.toMatchObject({ code: 'unreadable' })
})
