import { expect, it } from 'vitest'
import { fuzzRows } from '../bench/faults/fuzz'

// Where an input took time that grows with its square, this would take minutes. `npm run bench --
// faults` tries more.
it('no spoiled or hostile input gets more than a plain answer', { timeout: 300_000 }, async () => {
  const { spoiled, hostile } = await fuzzRows({ inputs: 150, characters: 20_000 })
  expect([...spoiled, ...hostile].flatMap(({ faults }) => faults)).toEqual([])
  expect(spoiled.reduce((sum, { inputs }) => sum + inputs, 0)).toBe(150)
  const imported = spoiled.reduce((sum, row) => sum + row.imported, 0)
  expect(imported).toBeGreaterThan(50)
  expect(imported).toBeLessThan(140)
  expect(hostile.length).toBeGreaterThanOrEqual(40)
})
