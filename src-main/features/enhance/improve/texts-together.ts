import { textCredits } from '../../../authoring/gate/text-credits'
import { placeEffects, worthOf, type AnswerPair } from '../../../authoring/gate/effect'
import type { TextProposal } from '../../../domain/proposal/text'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { meanOf } from '../../../evaluation/statistics/statistics'
import { acceptedPart, withPart } from '../../../app/review/accepted-part'
import type { Catalog } from '../../../app/workspaces/catalog'

/** Proposals of questions that would be accepted at once, by their tools. */
export type TextsTogether = ReadonlyMap<ToolId, TextProposal>

/** Asks queries with today's texts, and with these besides. */
export type AskTogether = (
  texts: TextsTogether,
  queries: readonly GoldenQuery[],
) => Promise<readonly AnswerPair[]>

/** A set of texts that was tried, with what it is. */
export interface TriedTexts {
  label: string
  texts: TextsTogether
}

/** Rounds in which texts that cost more than they bring are left out: later ones find few. */
const ROUNDS = 2
/** Questions of each tool that are tried where fewer are. */
const FEWER = 2

/**
 * The sets of texts that are worth judging: all, fewer questions of each, and those that are left
 * when texts go that cost other tools more than they bring their own, by `queries`.
 */
export async function textsToTry(
  all: TextsTogether,
  { queries, ask }: { queries: readonly GoldenQuery[]; ask: AskTogether },
): Promise<TriedTexts[]> {
  const tried: TriedTexts[] = [
    { label: 'all texts', texts: all },
    { label: `${FEWER} questions of each`, texts: withFewer(all) },
  ]
  let left = all
  for (let round = 0; round < ROUNDS && left.size > 0; round++) {
    const credits = textCredits(await ask(left, queries), new Set(left.keys()))
    const kept = new Map([...left].filter(([tool]) => (credits.get(tool) ?? 0) >= 0))
    if (round === ROUNDS - 1) {
      const gaining = new Map([...left].filter(([tool]) => (credits.get(tool) ?? 0) > 0))
      tried.push({ label: 'those that gained', texts: gaining })
    }
    if (kept.size === left.size) break
    left = kept
    tried.push({ label: 'without those that cost more than they brought', texts: kept })
  }
  return tried.filter(({ texts }) => texts.size > 0)
}

const withFewer = (all: TextsTogether): TextsTogether =>
  new Map(
    [...all].map(([tool, proposal]) => [
      tool,
      { ...proposal, proposed: { questions: (proposal.proposed.questions ?? []).slice(0, FEWER) } },
    ]),
  )

/** The catalog's tools as they would be. */
export const entriesWith = (texts: TextsTogether, catalog: Catalog): CatalogTool[] =>
  [...texts].map(([tool, proposal]) => {
    const entry = catalog.tool(tool)
    return withPart(entry, acceptedPart(entry, proposal))
  })

/**
 * What the places of right tools gain in the mean over queries; finer than whether they are given,
 * which few queries change.
 */
export const gainOfPlaces = (answers: readonly AnswerPair[]): number =>
  meanOf(
    Float64Array.from(answers, (answer) => {
      const effects = placeEffects([answer])
      const sum = effects.reduce(
        (all, { before, after }) => all + worthOf(after) - worthOf(before),
        0,
      )
      return sum / Math.max(1, effects.length)
    }),
  )

/** Of each query, the share of its right tools that are given today. */
export const recallBefore = (answers: readonly AnswerPair[]): Float64Array =>
  Float64Array.from(answers, ({ query, before }) => shareOf(query, before.set))

const shareOf = (query: GoldenQuery, set: readonly ToolId[]): number =>
  query.tools.filter((tool) => set.includes(tool)).length / query.tools.length

/** Of each query, the share of its right tools that are given after, less that before. */
export const gainsInRecall = (answers: readonly AnswerPair[]): Float64Array =>
  Float64Array.from(
    answers,
    ({ query, before, after }) => shareOf(query, after.set) - shareOf(query, before.set),
  )
