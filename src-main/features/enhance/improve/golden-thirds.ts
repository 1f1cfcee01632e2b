import type { GoldenQuery } from '../../../domain/query/golden-set'
import { sameText } from '../../../domain/value/same-text'

/**
 * Golden queries by what they are used for, each for one thing alone, so that what is said of the
 * gain rests on queries that decided nothing.
 */
export interface GoldenThirds {
  /** Say which tools are missed, and which of their texts are worth it. */
  choosing: GoldenQuery[]
  /** Say which of several sets of texts is written. */
  judging: GoldenQuery[]
  /** Say what was won. */
  reporting: GoldenQuery[]
}

/**
 * Parts queries by their texts: one that is asked twice is in one part, and each stays in its part
 * whatever is added to the set, so that no later run decides by what an earlier one reported.
 */
export function goldenThirds(queries: readonly GoldenQuery[]): GoldenThirds {
  const thirds: GoldenThirds = { choosing: [], judging: [], reporting: [] }
  const parts = [thirds.choosing, thirds.judging, thirds.reporting]
  for (const query of queries) parts[hashOf(sameText(query.text)) % 3]?.push(query)
  return thirds
}

/** FNV-1a of 32 bits, mixed once more: its lowest bits alone follow the last letters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
