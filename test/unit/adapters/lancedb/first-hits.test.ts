import { expect, test } from 'vitest'
import { firstHits } from '../../../../src-main/adapters/lancedb/in-place/first-hits'

const keys = Array.from({ length: 100_000 }, (_, at) => `tool-${String(at).padStart(6, '0')}`)

/** The first place is the nearest. */
function searching(more: { depth: number; among?: ReadonlySet<string> }) {
  const asked: number[] = []
  const told: number[] = []
  const hits = firstHits({
    keys,
    among: undefined,
    ...more,
    onMost: (most) => told.push(most),
    async find(limit, among = [...keys.keys()]) {
      asked.push(limit)
      return among.slice(0, limit)
    },
    score: async (places) => places.map((at) => ({ key: keys[at] as string, score: -at })),
  })
  return { hits, asked, told }
}

test.each([
  ['few', keys.slice(99_000, 99_900)],
  ['many', keys.slice(60_000, 63_000)],
  ['most', keys.slice(40_000)],
])('finds the first of a set of %s whose tools all others are nearer than', async (_, set) => {
  const { hits, asked } = searching({ depth: 100, among: new Set(set) })
  expect((await hits).map(({ key }) => key)).toEqual(set.slice(0, 100))
  for (const limit of asked) expect(limit).toBeLessThanOrEqual(32_768)
})

test('tells where it lists fewer than are wanted, and only there', async () => {
  const all = searching({ depth: Infinity })
  expect(await all.hits).toHaveLength(10_000)
  expect(all.told).toEqual([10_000])
  for (const asked of [
    { depth: 10_000 },
    { depth: 5 },
    { depth: Infinity, among: new Set(keys.slice(0, 1_500)) },
  ]) {
    const { hits, told } = searching(asked)
    expect((await hits).length).toBeGreaterThan(4)
    expect(told).toEqual([])
  }
})
