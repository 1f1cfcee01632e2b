import { describe, expect, it } from 'vitest'
import { pythonSampleOf } from '../../bench/python-sample'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const sample = (seed: number, of: number, size: number) => pythonSampleOf(numbers(of), size, seed)

// What CPython 3 gave for `random.seed(seed); sorted(random.sample(range(of), size))`.
describe('a sample as Python draws it', () => {
  it('is that of random.sample where few are drawn of many', () => {
    expect(sample(42, 20_614, 10)).toEqual([
      819, 2848, 3358, 3648, 4572, 7314, 8024, 9012, 17_870, 19_349,
    ])
  })

  it('is that of ToolSEE’s 500 queries of ToolE single', () => {
    const drawn = sample(42, 20_614, 500)
    expect(drawn).toHaveLength(500)
    expect(drawn.reduce((sum, number) => sum + number, 0)).toBe(5_000_618)
  })

  it('is that of random.sample where many are drawn of few', () => {
    expect(sample(1, 100, 6)).toEqual([8, 15, 17, 32, 72, 97])
    expect(sample(0, 30, 5)).toEqual([12, 13, 24, 27, 28])
  })

  it('takes seeds of more than 32 bits', () => {
    expect(sample(2 ** 40 + 7, 50, 3)).toEqual([39, 40, 47])
  })

  it('is all there is where as many or more are wanted', () => {
    expect(sample(42, 3, 3)).toEqual([0, 1, 2])
    expect(sample(42, 3, 10)).toEqual([0, 1, 2])
  })
})
