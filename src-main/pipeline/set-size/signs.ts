import type { ToolId } from '../../domain/tool/tool'
import type { Step } from '../stage'
import {
  expectedNearest,
  candidatesFor,
  readEvidence,
  type Evidence,
  type ToolEvidence,
  type EvidenceSources,
} from './evidence'

/** How strongly the best tools match a query, whatever order a recipe puts tools in. */
export interface Strength {
  /**
   * The mean of {@link whole} and that of {@link parts}: from 0, where nothing speaks for any tool,
   * to somewhat above 1.
   */
  all: number
  /** Of the tool that matches the whole query best. */
  whole: number
  /** Of the best tool of each part; of a query for one thing, `whole` alone. */
  parts: readonly number[]
  /** The tool that matches the whole query best; absent where none does at all. */
  best: ToolEvidence | undefined
}

/** Beyond this, being still nearer says nothing more. */
const NEAREST = 1.5

/**
 * Words and meaning must agree on the same tool: its share of the text's information, times how
 * near it is beside the nearest that chance would bring. Pegboard's own, see `README.md`.
 */
export function strengthOf({
  tools,
  texts,
  catalog,
}: Pick<Evidence, 'tools' | 'texts' | 'catalog'>): Strength {
  const expected = expectedNearest(catalog)
  const matchOf = ({ shares, near }: ToolEvidence, text: number) =>
    (shares[text] ?? 0) * Math.min(NEAREST, Math.max(0, (near[text] ?? 0) / expected))
  const bestOf = (text: number) =>
    tools.reduce((most, tool) => Math.max(most, matchOf(tool, text)), 0)
  const whole = bestOf(0)
  const parts = texts.length > 1 ? texts.slice(1).map((_, at) => bestOf(at + 1)) : [whole]
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
  const best = tools.find((tool) => matchOf(tool, 0) === whole)
  return { all: (whole + mean) / 2, whole, parts, best: whole > 0 ? best : undefined }
}

/** Of each part, by place, whether any of the tools matches it at least so strongly. */
export function partsMatched(
  { tools, texts, catalog }: Evidence,
  { given, least }: { given: ReadonlySet<ToolId>; least: number },
): boolean[] {
  return texts.slice(1).map((text, at) => {
    const of = (tool: ToolEvidence) => ({
      ...tool,
      shares: [tool.shares[at + 1] ?? 0],
      near: [tool.near[at + 1] ?? 0],
    })
    const own = tools.filter(({ tool }) => given.has(tool)).map(of)
    return strengthOf({ tools: own, texts: [text], catalog }).whole >= least
  })
}

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
 * How far the tool that holds most of the query's information lies above all tools, in deviations,
 * beside about what the best of so many would reach by chance.
 */
function wordsOf({ tools, held, catalog }: Evidence): number {
  if (held.deviation === 0) return 0
  const most = tools.reduce((best, { shares }) => Math.max(best, shares[0] ?? 0), 0)
  return (most - held.mean) / held.deviation / expectedNearest(catalog)
}
