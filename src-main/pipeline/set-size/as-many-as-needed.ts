import type { PlacedTool, QueryPlan, Ranking, SetGrounds, ToolSet } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import type { Settings } from '../../domain/trace'
import type { Admitted, Kit } from '../kit'
import { stage, type Step } from '../stage'
import { calibration, type Verdict } from './calibration'
import { enoughOf, MOST_TOOLS, type Enough } from './enough'
import { readEvidence, type Evidence, type EvidenceSources } from './evidence'
import { readSigns, type PartsOf, type Reading } from './signs'
import { partsMatched } from './strength'
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
      const taught = await golden.prepare({ signal: step.signal })
      const reading = await readSigns(options, texts, step)
      const verdict = await taught.judge({ text: plan.query.text, reading, step }, mayMiss)
      step.note(notesOf(reading, verdict))
      if (!verdict.fits) return noneOf(ranking, { step, verdict, reading })
      const first = ranked.slice(0, MOST_TOOLS)
      const tools = first.map(({ tool }) => tool)
      const evidence = await readEvidence(options, texts, { tools, step })
      const enough = enoughOf(first, evidence)
      return someOf({ ranking, ranked }, { step, verdict, evidence, enough })
    },
  })
}

/** The query, and its parts: the steps of its plan, or where that has one, the query's own clauses. */
function textsOf({ query, steps }: QueryPlan, partsOf: PartsOf): string[] {
  const parts = steps.length > 1 ? steps.map(({ text }) => text) : partsOf(query.text)
  return [...new Set([query.text, ...parts])]
}

function notesOf({ strength }: Reading, { least, learned }: Verdict): Settings {
  return {
    match: strength.all.toFixed(3),
    ...(learned
      ? { score: learned.score.toFixed(2), 'least that fits': learned.least.toFixed(2) }
      : { 'least that fits': least.strength.toFixed(3) }),
    'learned from': least.from ? `${least.from.fitting} golden queries` : 'what ships',
  }
}

function noneOf(
  ranking: Ranking,
  { step, verdict, reading }: { step: Step; verdict: Verdict; reading: Reading },
): ToolSet {
  step.drop(ranking.tools, 'no tool fits the query')
  const grounds = { why: whyNone(reading, verdict), uncovered: [], noneFits: true as const }
  return setOf(ranking, [], grounds)
}

/** What a set of some tools is made with. */
interface Sized {
  step: Step
  verdict: Verdict
  evidence: Evidence
  enough: Enough
}

function someOf(
  { ranking, ranked }: { ranking: Ranking; ranked: PlacedTool[] },
  { step, verdict, evidence, enough }: Sized,
): ToolSet {
  const chosen = ranked.slice(0, enough.size)
  step.drop(ranked.slice(enough.size), 'too unlikely to be needed')
  const given = new Set<ToolId>([...ranking.plan.kept, ...chosen].map(({ tool }) => tool))
  const parts = evidence.texts.slice(1)
  const matched = partsMatched(evidence, { given, least: verdict.least.strength })
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
