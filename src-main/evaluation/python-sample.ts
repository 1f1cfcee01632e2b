import { mersenneTwister } from './mersenne-twister'

/**
 * The items that Python draws, in their own order, after `random.seed(seed)` by `random.sample(items, size)`: samples of
 * published evaluations can so be repeated. As in CPython since 3.2; `python-sample.test.ts` holds it against its output.
 */
export function pythonSampleOf<Item>(items: readonly Item[], size: number, seed: number): Item[] {
  if (size >= items.length) return [...items]
  const bits = mersenneTwister(seed)
  const drawn = isDrawnFromPool(size, items.length)
    ? drawnFromPool(items.length, size, bits)
    : drawnAnew(items.length, size, bits)
  return drawn.sort((a, b) => a - b).map((at) => items[at] as Item)
}

type Bits = (count: number) => number

/** Where a list of all is smaller than a set of those drawn, as CPython reckons. */
const isDrawnFromPool = (size: number, of: number): boolean =>
  of <= 21 + (size > 5 ? 4 ** Math.ceil(Math.log(size * 3) / Math.log(4)) : 0)

function drawnFromPool(of: number, size: number, bits: Bits): number[] {
  const pool = Array.from({ length: of }, (_, at) => at)
  return Array.from({ length: size }, (_, at) => {
    const place = below(of - at, bits)
    const drawn = pool[place] as number
    pool[place] = pool[of - at - 1] as number
    return drawn
  })
}

function drawnAnew(of: number, size: number, bits: Bits): number[] {
  const drawn = new Set<number>()
  while (drawn.size < size) drawn.add(below(of, bits))
  return [...drawn]
}

/** A whole number below `most`, which is less than 2³². */
function below(most: number, bits: Bits): number {
  const count = 32 - Math.clz32(most)
  for (;;) {
    const number = bits(count)
    if (number < most) return number
  }
}
