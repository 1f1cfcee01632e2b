/**
 * Which of two documents stands below the other: by falling score, ties by rising document number.
 */
const worseBy =
  (scores: Float64Array) =>
  (a: number, b: number): boolean => {
    const difference = (scores[a] as number) - (scores[b] as number)
    return difference < 0 || (difference === 0 && a > b)
  }

/** The `depth` best of `candidates` by falling score, ties by rising document number. */
export function topDocuments(
  candidates: Uint32Array,
  scores: Float64Array,
  depth: number,
): number[] {
  const { heap, sift } = heapOfBest(candidates, scores, depth)
  const best = new Array<number>(heap.length)
  // The worst that is left goes last, again and again.
  for (let end = heap.length - 1; end >= 0; end--) {
    best[end] = heap[0] as number
    heap[0] = heap[end] as number
    sift(0, end)
  }
  return best
}

/**
 * The `depth` best scores of those that are told one after another; tells what the last of them is,
 * −∞ as long as there are fewer.
 */
export function bestScores(depth: number): (score: number) => number {
  const scores = new Float64Array(depth).fill(-Infinity)
  const heap = Uint32Array.from(scores.keys())
  const sift = sifter(heap, (a, b) => (scores[a] as number) < (scores[b] as number))
  return (score) => {
    const worst = heap[0] as number
    if (score <= (scores[worst] as number)) return scores[worst] as number
    scores[worst] = score
    sift(0, depth)
    return scores[heap[0] as number] as number
  }
}

/**
 * The `depth` best as a heap with the worst of them at its root: most candidates cost one
 * comparison.
 */
function heapOfBest(candidates: Uint32Array, scores: Float64Array, depth: number) {
  const size = Math.max(0, Math.min(depth, candidates.length))
  const isWorse = worseBy(scores)
  const heap = candidates.slice(0, size)
  const sift = sifter(heap, isWorse)
  if (size === 0) return { heap, sift }
  for (let root = (size >>> 1) - 1; root >= 0; root--) sift(root, size)
  // What most candidates are compared with.
  let least = scores[heap[0] as number] as number
  for (let position = size; position < candidates.length; position++) {
    const candidate = candidates[position] as number
    if ((scores[candidate] as number) < least || !isWorse(heap[0] as number, candidate)) continue
    heap[0] = candidate
    sift(0, size)
    least = scores[heap[0]] as number
  }
  return { heap, sift }
}

/** Moves what stands at `root` down among the first `size` until none below it is worse. */
function sifter(heap: Uint32Array, isWorse: (a: number, b: number) => boolean) {
  return (root: number, size: number): void => {
    const moved = heap[root] as number
    let hole = root
    for (;;) {
      let child = 2 * hole + 1
      if (child >= size) break
      if (child + 1 < size && isWorse(heap[child + 1] as number, heap[child] as number)) child++
      if (!isWorse(heap[child] as number, moved)) break
      heap[hole] = heap[child] as number
      hole = child
    }
    heap[hole] = moved
  }
}
