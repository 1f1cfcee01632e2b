import type { PlacedTool, QueryPlan, Ranking, SetGrounds, ToolSet } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import type { Admitted, Kit } from '../kit'
import { stage, type Step } from '../stage'
import { calibration, type Least, type PartsOf } from './calibration'
import { enoughOf, MOST_TOOLS, type Enough } from './enough'
import { candidatesFor, readEvidence, type Evidence, type EvidenceSources } from './evidence'
import { partsMatched, strengthOf, type Strength } from './strength'
import { whyNone, whySoMany } from './why'

/** What a set of its own size is read by. */
export interface OwnSizeOptions extends EvidenceSources {
  partsOf: PartsOf
  /** Of golden queries that some tool fits, the share that may be refused. */
  mayMiss: number
  /** As the sources, for a catalog that lacks no tools: golden queries are read in that. */
  whole: { kit: Kit; among: Admitted }
}

/**
 * The first tools of a ranking by scores, as many as the query needs: none where nothing in the catalog matches it as
 * strongly as what fits does; else as many as are likely enough to be needed. Pegboard's own, see `README.md`.
 */
export function asManyAsNeeded(options: OwnSizeOptions) {
  const { words, meaning, among, whole, partsOf, mayMiss } = options
  const golden = calibration(whole.kit, { words, meaning, among: whole.among }, partsOf)
  return stage<Ranking, ToolSet>({
    name: 'own size',
    gives: 'tool-set',
    settings: { 'at most': MOST_TOOLS, 'may miss': mayMiss },
    sources: [words, meaning, among, whole.kit.labelled, golden],
    async run(ranking, step) {
      const { plan } = ranking
      const kept = new Set(plan.kept.map(({ tool }) => tool))
      const ranked = ranking.tools.filter(({ tool }) => !kept.has(tool))
      const texts = textsOf(plan, partsOf)
      const least = (await golden.prepare({ signal: step.signal })).leastFor(
        plan.query.text,
        mayMiss,
      )
      const matched = await strengthIn(options, { texts, step })
      const { strength } = matched
      step.note({
        match: strength.all.toFixed(3),
        'least that fits': least.strength.toFixed(3),
        'learned from': least.from ? `${least.from.fitting} golden queries` : 'what ships',
      })
      if (strength.all < least.strength) return noneOf(ranking, { step, least, matched })
      const first = ranked.slice(0, MOST_TOOLS)
      const tools = first.map(({ tool }) => tool)
      const evidence = await readEvidence(options, texts, { tools, step })
      const enough = enoughOf(first, evidence)
      return someOf({ ranking, ranked }, { step, least, evidence, enough })
    },
  })
}

/** The query, and its parts: the steps of its plan, or where that has one, the query's own clauses. */
function textsOf({ query, steps }: QueryPlan, partsOf: PartsOf): string[] {
  const parts = steps.length > 1 ? steps.map(({ text }) => text) : partsOf(query.text)
  return [...new Set([query.text, ...parts])]
}

interface Matched {
  evidence: Evidence
  strength: Strength
}

async function strengthIn(
  options: OwnSizeOptions,
  { texts, step }: { texts: string[]; step: Step },
): Promise<Matched> {
  const tools = await candidatesFor(options, texts, step)
  const evidence = await readEvidence(options, texts, { tools, step })
  return { evidence, strength: strengthOf(evidence) }
}

function noneOf(
  ranking: Ranking,
  { step, least, matched }: { step: Step; least: Least; matched: Matched },
): ToolSet {
  step.drop(ranking.tools, 'no tool fits the query')
  const grounds = { why: whyNone(matched, least), uncovered: [], noneFits: true as const }
  return setOf(ranking, [], grounds)
}

/** What a set of some tools is made with. */
interface Sized {
  step: Step
  least: Least
  evidence: Evidence
  enough: Enough
}

function someOf(
  { ranking, ranked }: { ranking: Ranking; ranked: PlacedTool[] },
  { step, least, evidence, enough }: Sized,
): ToolSet {
  const chosen = ranked.slice(0, enough.size)
  step.drop(ranked.slice(enough.size), 'too unlikely to be needed')
  const given = new Set<ToolId>([...ranking.plan.kept, ...chosen].map(({ tool }) => tool))
  const parts = evidence.texts.slice(1)
  const matched = partsMatched(evidence, { given, least: least.strength })
  return setOf(ranking, chosen, {
    why: whySoMany(enough, ranked[enough.size]?.tool),
    uncovered: parts.filter((_, at) => !matched[at]),
  })
}

/** The tools held already, and those chosen. */
const setOf = (
  { plan: { query, questions, kept }, seeds }: Ranking,
  chosen: readonly PlacedTool[],
  grounds: SetGrounds,
): ToolSet => ({
  ...{ shape: 'tool-set', query, size: 'own', tools: [...kept, ...chosen], grounds },
  ...(questions && { questions }),
  ...(seeds && { seeds }),
})
