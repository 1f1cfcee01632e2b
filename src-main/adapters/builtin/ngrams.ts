/** Lengths of the character n-grams cut from each word, its two ends marked. */
const CHARACTER_LENGTHS = [3, 4, 5]
/** A word weighs as much as this many of its character n-grams. */
const WORD_COUNT = 3

/** Hashes of a text's words and of the character n-grams within them, with how often each stands there. */
export function ngramsOf(text: string): Map<number, number> {
  const counts = new Map<number, number>()
  const add = (ngram: string, count: number) => {
    const hash = fnv1a(ngram)
    counts.set(hash, (counts.get(hash) ?? 0) + count)
  }
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(`=${word}`, WORD_COUNT)
    const marked = `<${word}>`
    for (const length of CHARACTER_LENGTHS) {
      for (let at = 0; at + length <= marked.length; at++) add(marked.slice(at, at + length), 1)
    }
  }
  return counts
}

/** 32-bit FNV-1a over UTF-16 units, finished with a mix so that every bit counts. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
