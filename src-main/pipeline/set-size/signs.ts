import type { Step } from '../stage'
import {
  candidatesFor,
  expectedNearest,
  readEvidence,
  type Evidence,
  type EvidenceSources,
} from './evidence'
import { strengthOf, type Strength } from './strength'

/** The parts that a query is read in besides the whole. */
export type PartsOf = (text: string) => readonly string[]

/** What the catalog says of whether any of its tools fits a query. */
export interface Reading {
  evidence: Evidence
  strength: Strength
  /** In the order of {@link SIGNS}. */
  signs: readonly number[]
}

/** The signs of the catalog, as they are named to people. */
export const SIGNS = [
  'words and meaning on one tool',
  'meaning',
  'words',
  'agreement of words and meaning',
] as const

/** @param texts the whole query first, then its parts */
export async function readSigns(
  sources: EvidenceSources,
  texts: readonly string[],
  step: Pick<Step, 'signal' | 'embedded'>,
): Promise<Reading> {
  const { tools, agreement } = await candidatesFor(sources, texts, step)
  const evidence = await readEvidence(sources, texts, { tools, step })
  const strength = strengthOf(evidence)
  const signs = [strength.all, meaningOf(evidence), wordsOf(evidence), agreement]
  return { evidence, strength, signs }
}

/** How near the nearest tool is to each part, on the average. */
function meaningOf({ closest }: Evidence): number {
  const parts = closest.length > 1 ? closest.slice(1) : closest
  return parts.reduce((sum, cosine) => sum + cosine, 0) / parts.length
}

/**
 * How far the tool that holds most of the query's information lies above all tools, in deviations, beside about what the
 * best of so many would reach by chance.
 */
function wordsOf({ tools, held, catalog }: Evidence): number {
  if (held.deviation === 0) return 0
  const most = tools.reduce((best, { shares }) => Math.max(best, shares[0] ?? 0), 0)
  return (most - held.mean) / held.deviation / expectedNearest(catalog)
}
