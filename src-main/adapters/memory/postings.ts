/**
 * Which documents hold which term, and what it counts in them. Term `t` owns the entries
 * `offsets[t]` up to `offsets[t + 1]`; its documents rise within them.
 */
export interface Postings {
  /**
   * Shared with the postings that were made of these and have further terms, whose numbers are
   * {@link termCount} or more.
   */
  termNumbers: Map<string, number>
  offsets: Uint32Array
  documents: Uint32Array
  /** How often a document holds a term, each time by what it counts there. */
  frequencies: Float32Array
  /** What the terms of each document count together. */
  lengths: Float32Array
}

/** A text as its terms, and what each of them counts; 1 where that is left out. */
export interface TermsOfText {
  terms: readonly string[]
  weights?: readonly number[]
}

/** Postings of texts given as terms; document numbers are positions in `texts`. */
export function buildPostings(texts: readonly TermsOfText[]): Postings {
  const termNumbers = new Map<string, number>()
  const lengths = Float32Array.from(texts, lengthOf)
  const total = texts.reduce((sum, { terms }) => sum + terms.length, 0)
  const runs = { documents: new Uint32Array(total), frequencies: new Float32Array(total) }
  const runTerms = new Uint32Array(total)
  /** By term, its latest run: that of the document at hand, or an earlier one's. */
  const latest: number[] = []
  let count = 0
  texts.forEach(({ terms, weights }, document) => {
    const first = count
    terms.forEach((text, at) => {
      const term = numberOfTerm(termNumbers, text)
      const known = latest[term] ?? -1
      const run = known >= first ? known : count++
      latest[term] = run
      runTerms[run] = term
      runs.documents[run] = document
      runs.frequencies[run] = (runs.frequencies[run] as number) + (weights?.[at] ?? 1)
    })
  })
  return {
    termNumbers,
    lengths,
    ...sortByTerm(runTerms.subarray(0, count), runs, termNumbers.size),
  }
}

export const lengthOf = ({ terms, weights }: TermsOfText): number =>
  weights ? weights.reduce((sum, weight) => sum + weight, 0) : terms.length

/** What each term of a text counts in it, rounded as postings hold it. */
export function frequenciesOf({ terms, weights }: TermsOfText): Map<string, number> {
  const counts = new Map<string, number>()
  terms.forEach((term, at) =>
    counts.set(term, Math.fround((counts.get(term) ?? 0) + (weights?.[at] ?? 1))),
  )
  return counts
}

/** How many terms these postings know. */
export const termCount = ({ offsets }: Postings): number => offsets.length - 1

/** The number of a term that some text holds. */
export function knownTerm(postings: Postings, term: string): number | undefined {
  const number = postings.termNumbers.get(term)
  return number !== undefined && number < termCount(postings) ? number : undefined
}

/** The number of a term; one that was not known gets the next. */
export function numberOfTerm(termNumbers: Map<string, number>, term: string): number {
  const known = termNumbers.get(term)
  if (known !== undefined) return known
  termNumbers.set(term, termNumbers.size)
  return termNumbers.size - 1
}

/** A counting sort, so that runs of equal terms keep their documents' rising order. */
function sortByTerm(
  runTerms: Uint32Array,
  runs: { documents: Uint32Array; frequencies: Float32Array },
  termCount: number,
): Pick<Postings, 'offsets' | 'documents' | 'frequencies'> {
  const offsets = new Uint32Array(termCount + 1)
  for (const term of runTerms) offsets[term + 1] = (offsets[term + 1] as number) + 1
  for (let term = 0; term < termCount; term++) {
    offsets[term + 1] = (offsets[term + 1] as number) + (offsets[term] as number)
  }
  const next = offsets.slice()
  const documents = new Uint32Array(runTerms.length)
  const frequencies = new Float32Array(runTerms.length)
  for (let run = 0; run < runTerms.length; run++) {
    const term = runTerms[run] as number
    const place = next[term] as number
    next[term] = place + 1
    documents[place] = runs.documents[run] as number
    frequencies[place] = runs.frequencies[run] as number
  }
  return { offsets, documents, frequencies }
}

/** What term `term` counts in document `document`. */
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

/** Whether a document has exactly these terms, counting as much, in any order. */
export function isMadeOf(postings: Postings, document: number, text: TermsOfText): boolean {
  if (postings.lengths[document] !== Math.fround(lengthOf(text))) return false
  return [...frequenciesOf(text)].every(([term, frequency]) => {
    const number = knownTerm(postings, term)
    return number !== undefined && frequencyIn(postings, number, document) === frequency
  })
}
