const LENGTH = 624
const MIDDLE = 397

/**
 * Random bits of MT19937 (Matsumoto & Nishimura 1998), seeded as Python seeds `random` with a whole
 * number of at least 0.
 * @returns a function that gives as many bits, 1 to 32, as `random.getrandbits` does
 */
function mersenneTwister(seed: number): (bits: number) => number {
  const state = seededBy(wordsOf(seed))
  let at = LENGTH
  return (bits) => {
    if (at === LENGTH) {
      twist(state)
      at = 0
    }
    return tempered(state[at++] as number) >>> (32 - bits)
  }
}

/** The number in words of 32 bits, the lowest first. */
const wordsOf = (seed: number): number[] => {
  const high = Math.floor(seed / 2 ** 32)
  return high > 0 ? [seed >>> 0, high] : [seed >>> 0]
}

/** `init_by_array` of the reference implementation. */
function seededBy(key: readonly number[]): Uint32Array {
  const state = new Uint32Array(LENGTH)
  state[0] = 19_650_218
  for (let at = 1; at < LENGTH; at++) state[at] = Math.imul(1_812_433_253, mixed(state, at)) + at
  let at = 1
  const next = () => {
    at++
    if (at < LENGTH) return
    state[0] = state[LENGTH - 1] as number
    at = 1
  }
  for (let round = 0; round < LENGTH; round++) {
    const word = round % key.length
    const sum = Math.imul(mixed(state, at), 1_664_525) ^ (state[at] as number)
    state[at] = sum + (key[word] as number) + word
    next()
  }
  for (let round = 0; round < LENGTH - 1; round++) {
    state[at] = (Math.imul(mixed(state, at), 1_566_083_941) ^ (state[at] as number)) - at
    next()
  }
  state[0] = 0x8000_0000
  return state
}

function mixed(state: Uint32Array, at: number): number {
  const before = state[at - 1] as number
  return before ^ (before >>> 30)
}

function twist(state: Uint32Array): void {
  for (let at = 0; at < LENGTH; at++) {
    const next = state[(at + 1) % LENGTH] as number
    const joined = ((state[at] as number) & 0x8000_0000) | (next & 0x7fff_ffff)
    const other = state[(at + MIDDLE) % LENGTH] as number
    state[at] = other ^ (joined >>> 1) ^ (joined & 1 ? 0x9908_b0df : 0)
  }
}

function tempered(word: number): number {
  let mixed = word ^ (word >>> 11)
  mixed ^= (mixed << 7) & 0x9d2c_5680
  mixed ^= (mixed << 15) & 0xefc6_0000
  return (mixed ^ (mixed >>> 18)) >>> 0
}

/**
 * The items that Python draws, in their own order, after `random.seed(seed)` by
 * `random.sample(items, size)`: samples of published evaluations can so be repeated. As in CPython
 * since 3.2; `python-sample.test.ts` holds it against its output.
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
