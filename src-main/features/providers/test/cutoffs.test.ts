import { expect, it } from 'vitest'
import { besideWholeServers } from '../shared/cutoffs'

it.each([
  ['one more, as large as the largest server', [1, 5], [3, 40, 7], [1, 5, 40]],
  ['never more than a request takes', [1, 5], [700], [1, 5, 128]],
  ['none more where k is as large', [1, 40], [40], [1, 40]],
  ['none more where no tool is of a server', [1, 5], [], [1, 5]],
  ['none where the recipe picks its own k', [], [40], []],
  ['no more than one measurement takes', upTo(20), [40], upTo(20)],
])('%s', (_, k, sizes, wanted) => {
  expect(besideWholeServers(k, sizes)).toEqual(wanted)
})

function upTo(to: number): number[] {
  return Array.from({ length: to }, (_, at) => at + 1)
}
