const LENGTH = 624
const MIDDLE = 397

/**
 * Random bits of MT19937 (Matsumoto & Nishimura 1998), seeded as Python seeds `random` with a whole number of at least 0.
 * @returns a function that gives as many bits, 1 to 32, as `random.getrandbits` does
 */
export function mersenneTwister(seed: number): (bits: number) => number {
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
