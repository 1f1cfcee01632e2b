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
  for (let root = (size >>> 1) - 1; root >= 0; root--) sift(heap, root, isWorse)
  for (let position = size; position < candidates.length; position++) {
    const candidate = candidates[position] as number
    if (isWorse(heap[0] as number, candidate)) {
      heap[0] = candidate
      sift(heap, 0, isWorse)
    }
  }
  return [...heap].sort((a, b) => (isWorse(a, b) ? 1 : -1))
}

function sift(heap: Uint32Array, root: number, isWorse: (a: number, b: number) => boolean): void {
  const moved = heap[root] as number
  let hole = root
  for (;;) {
    let child = 2 * hole + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isWorse(heap[child + 1] as number, heap[child] as number)) {
      child++
    }
    if (!isWorse(heap[child] as number, moved)) break
    heap[hole] = heap[child] as number
    hole = child
  }
  heap[hole] = moved
}
