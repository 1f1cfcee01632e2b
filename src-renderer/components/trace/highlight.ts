import { stemmer } from 'stemmer'

export interface Segment {
  text: string
  matched: boolean
}

// Runs of letters or digits, cut where an identifier changes case: `sendMail`, `HTTPServer`, `v2`.
const WORD = /\p{Lu}+(?![\p{Ll}])|\p{Lu}?\p{Ll}+|[\p{L}\p{N}]/gu
const WHOLE_WORD = /[\p{L}\p{N}]+/gu

/** Whether a term of the index stands for this word: the word itself or its stem. */
const matches = (word: string, terms: ReadonlySet<string>): boolean => {
  const lower = word.toLowerCase()
  return terms.has(lower) || terms.has(stemmer(lower))
}

/**
 * The text cut into segments, those marked whose words the terms matched. Together they are the
 * text again.
 */
export function highlight(text: string, terms: ReadonlySet<string>): Segment[] {
  const segments: Segment[] = []
  const add = (part: string, matched: boolean) => {
    if (!part) return
    const last = segments.at(-1)
    if (last?.matched === matched) last.text += part
    else segments.push({ text: part, matched })
  }
  let at = 0
  for (const { 0: word, index } of text.matchAll(WHOLE_WORD)) {
    add(text.slice(at, index), false)
    at = index + word.length
    if (matches(word, terms)) add(word, true)
    else for (const { text: part, matched } of partsOf(word, terms)) add(part, matched)
  }
  add(text.slice(at), false)
  return segments
}

function partsOf(word: string, terms: ReadonlySet<string>): Segment[] {
  const parts = word.match(WORD) ?? []
  // Digits and letters without case match one by one; only cut where the cut loses nothing.
  if (parts.join('') !== word) return [{ text: word, matched: false }]
  return parts.map((part) => ({ text: part, matched: matches(part, terms) }))
}
