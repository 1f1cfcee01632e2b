import { expect, test } from 'vitest'
import { firstHits } from '../../../../src-main/adapters/lancedb/in-place/first-hits'

const keys = Array.from({ length: 100_000 }, (_, at) => `tool-${String(at).padStart(6, '0')}`)

/** The first place is the nearest. */
function searching(more: { depth: number; among?: ReadonlySet<string> }) {
  const asked: number[] = []
  const hits = firstHits({
    ...{ keys, among: undefined, ...more },
    async find(limit, among = [...keys.keys()]) {
      asked.push(limit)
      return among.slice(0, limit)
    },
    score: async (places) => places.map((at) => ({ key: keys[at] as string, score: -at })),
  })
  return { hits, asked }
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
