/**
 * Which documents hold which term how often. Term `t` owns the entries `offsets[t]` up to `offsets[t + 1]`;
 * its documents rise within them.
 */
export interface Postings {
  termNumbers: ReadonlyMap<string, number>
  offsets: Uint32Array
  documents: Uint32Array
  frequencies: Uint32Array
  /** Terms per document, repetitions included. */
  lengths: Uint32Array
}

/** Postings of texts given as terms; document numbers are positions in `texts`. */
export function buildPostings(texts: readonly (readonly string[])[]): Postings {
  const termNumbers = new Map<string, number>()
  const lengths = Uint32Array.from(texts, (terms) => terms.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const runs = { documents: new Uint32Array(total), frequencies: new Uint32Array(total) }
  const runTerms = new Uint32Array(total)
  let count = 0
  texts.forEach((terms, document) => {
    const numbers = Uint32Array.from(terms, (term) => numberOf(termNumbers, term)).sort()
    for (let start = 0; start < numbers.length; count++) {
      const term = numbers[start] as number
      let end = start + 1
      while (numbers[end] === term) end++
      runTerms[count] = term
      runs.documents[count] = document
      runs.frequencies[count] = end - start
      start = end
    }
  })
  return {
    termNumbers,
    lengths,
    ...sortByTerm(runTerms.subarray(0, count), runs, termNumbers.size),
  }
}

function numberOf(termNumbers: Map<string, number>, term: string): number {
  const known = termNumbers.get(term)
  if (known !== undefined) return known
  termNumbers.set(term, termNumbers.size)
  return termNumbers.size - 1
}

/** A counting sort, so that runs of equal terms keep their documents' rising order. */
function sortByTerm(
  runTerms: Uint32Array,
  runs: { documents: Uint32Array; frequencies: Uint32Array },
  termCount: number,
): Pick<Postings, 'offsets' | 'documents' | 'frequencies'> {
  const offsets = new Uint32Array(termCount + 1)
  for (const term of runTerms) offsets[term + 1] = (offsets[term + 1] as number) + 1
  for (let term = 0; term < termCount; term++) {
    offsets[term + 1] = (offsets[term + 1] as number) + (offsets[term] as number)
  }
  const next = offsets.slice()
  const documents = new Uint32Array(runTerms.length)
  const frequencies = new Uint32Array(runTerms.length)
  for (let run = 0; run < runTerms.length; run++) {
    const term = runTerms[run] as number
    const place = next[term] as number
    next[term] = place + 1
    documents[place] = runs.documents[run] as number
    frequencies[place] = runs.frequencies[run] as number
  }
  return { offsets, documents, frequencies }
}

/** How often document `document` holds term `term`. */
export function frequencyIn(postings: Postings, term: number, document: number): number {
  let low = postings.offsets[term] as number
  let high = (postings.offsets[term + 1] as number) - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = postings.documents[middle] as number
    if (found === document) return postings.frequencies[middle] as number
    if (found < document) low = middle + 1
    else high = middle - 1
  }
  return 0
}

/** Whether a document has exactly these terms, in any order. */
export function isMadeOf(postings: Postings, document: number, terms: readonly string[]): boolean {
  if (postings.lengths[document] !== terms.length) return false
  return [...Map.groupBy(terms, (term) => term)].every(([term, same]) => {
    const number = postings.termNumbers.get(term)
    return number !== undefined && frequencyIn(postings, number, document) === same.length
  })
}
