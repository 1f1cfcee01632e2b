import { textCredits } from '../../../authoring/gate/text-credits'
import { placeEffects, worthOf, type AnswerPair } from '../../../authoring/gate/effect'
import type { TextProposal } from '../../../domain/proposal/text'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { meanOf } from '../../../evaluation/statistics/statistics'
import { acceptedPart, withPart } from '../../../app/review/accepted-part'
import type { Catalog } from '../../../app/workspaces/catalog'

/** Proposals that would be accepted at once, by their tools. */
export type TextsTogether = ReadonlyMap<ToolId, readonly TextProposal[]>

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

interface Trying {
  queries: readonly GoldenQuery[]
  ask: AskTogether
  /**
   * Texts that say when to use a tool and when another one, in place of what costs the others more
   * than it brings.
   */
  differences: (tools: readonly ToolId[]) => Promise<TextsTogether>
}

/**
 * The sets of texts that are worth judging: all, those of one part, fewer questions of each, those
 * that are left when tools go whose texts cost others more than they bring their own, by `queries`,
 * and these with texts that tell such a tool from its neighbours.
 */
export async function textsToTry(
  all: TextsTogether,
  { queries, ask, differences }: Trying,
): Promise<TriedTexts[]> {
  const names = ofPart(all, 'topics')
  const tried: TriedTexts[] = [
    { label: 'all texts', texts: all },
    ...(names.size > 0
      ? [
          { label: 'questions alone', texts: ofPart(all, 'questions') },
          { label: 'everyday names alone', texts: names },
        ]
      : []),
    { label: `${FEWER} questions of each`, texts: withFewer(all) },
  ]
  let left = all
  for (let round = 0; round < ROUNDS && left.size > 0; round++) {
    const credits = textCredits(await ask(left, queries), new Set(left.keys()))
    const creditOf = (tool: ToolId) => credits.get(tool) ?? 0
    const kept = new Map([...left].filter(([tool]) => creditOf(tool) >= 0))
    if (round === ROUNDS - 1) {
      const gaining = new Map([...left].filter(([tool]) => creditOf(tool) > 0))
      tried.push({ label: 'those that gained', texts: gaining })
    }
    if (kept.size === left.size) break
    left = kept
    tried.push({ label: 'without those that cost more than they brought', texts: kept })
  }
  const costly = [...all.keys()].filter((tool) => !left.has(tool))
  const telling = costly.length > 0 ? await differences(costly) : new Map()
  if (telling.size > 0) {
    const texts = new Map([...left, ...telling])
    tried.push({ label: 'the same, and when to use those that were left out', texts })
  }
  return tried.filter(({ texts }) => texts.size > 0)
}

function changed(
  all: TextsTogether,
  change: (proposal: TextProposal) => TextProposal | undefined,
): TextsTogether {
  const after = new Map<ToolId, readonly TextProposal[]>()
  for (const [tool, proposals] of all) {
    const left = proposals.flatMap((proposal) => change(proposal) ?? [])
    if (left.length > 0) after.set(tool, left)
  }
  return after
}

const ofPart = (all: TextsTogether, part: TextProposal['part']): TextsTogether =>
  changed(all, (proposal) => (proposal.part === part ? proposal : undefined))

const withFewer = (all: TextsTogether): TextsTogether =>
  changed(all, (proposal) => {
    const { questions } = proposal.proposed
    return questions
      ? { ...proposal, proposed: { questions: questions.slice(0, FEWER) } }
      : proposal
  })

/** The catalog's tools as they would be. */
export const entriesWith = (texts: TextsTogether, catalog: Catalog): CatalogTool[] =>
  [...texts].map(([tool, proposals]) => {
    let entry = catalog.tool(tool)
    for (const proposal of proposals) entry = withPart(entry, acceptedPart(entry, proposal))
    return entry
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
