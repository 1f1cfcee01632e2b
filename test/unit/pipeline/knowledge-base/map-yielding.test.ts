import { expect, it } from 'vitest'
import { mapYielding } from '../../../../src-main/pipeline/knowledge-base/map-yielding'

const numbers = Array.from({ length: 2_200 }, (_, at) => at)

it('gives all in order, and says after each turn how far it is', async () => {
  const told: string[] = []
  const results = await mapYielding(numbers, (item) => (item % 2 ? [item] : []), {
    onDone: (done, total) => told.push(`${done} of ${total}`),
  })
  expect(results).toEqual(numbers.filter((item) => item % 2))
  expect(told).toEqual([500, 1_000, 1_500, 2_000].map((done) => `${done} of 2200`))
})

it('can be stopped in the middle', async () => {
  const stopper = new AbortController()
  const seen: number[] = []
  const work = mapYielding(numbers, (item) => [seen.push(item)], {
    signal: stopper.signal,
    onDone: () => stopper.abort(),
  })
  await expect(work).rejects.toThrow()
  expect(seen).toHaveLength(500)
})
