/**
 * The `depth` best of `candidates` by falling score, ties by rising document number.
 * A bounded heap with the worst kept document at its root: most candidates cost one comparison.
 */
export function topDocuments(
  candidates: Uint32Array,
  scores: Float64Array,
  depth: number,
): number[] {
  const size = Math.min(depth, candidates.length)
  if (size <= 0) return []
  const isWorse = (a: number, b: number): boolean => {
    const difference = (scores[a] as number) - (scores[b] as number)
    return difference < 0 || (difference === 0 && a > b)
  }
  const heap = candidates.slice(0, size)
  const sift = sifter(heap, isWorse)
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
  // The worst that is left goes last, again and again.
  for (let end = size - 1; end > 0; end--) {
    const worst = heap[0] as number
    heap[0] = heap[end] as number
    heap[end] = worst
    sift(0, end)
  }
  return [...heap]
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
