import { capitalised } from '../../domain/value/capitalised'
import type { EdgeProposal } from '../../domain/proposal/edge'
import { edgeKey, type EdgeDecision } from '../../domain/proposal/edge-decision'
import { evidenceText, PROPOSED } from '../../domain/proposal/edge-words'
import { visibilityOf } from '../../domain/tool/catalog-tool'
import type { Component } from '../../domain/tool/document'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { Kit } from '../../pipeline/kit'
import { logisticNear, type Logistic } from '../../pipeline/logistic'
import { candidateFinder, type Candidate } from './candidates'
import { describedTool, type DescribedTool } from './described-tool'
import { CLUES, featuresOf, needing, probabilityOf, USUAL_WEIGHTS } from './edge-clues'
import { edgeOf, evidenceOf } from './edge-evidence'
import { taughtBy, type Taught } from './known-edges'
import {
  MOST_SEARCHED,
  searchParameters,
  similarTools,
  type ProposeCall,
} from './searched-parameters'

/** Edges that tools of a catalog may lack. */
export interface ProposedEdges {
  /** By falling worth. */
  proposals: EdgeProposal[]
  /** Tools whose edges are known, from which the weights were learned. */
  annotated: number
  /** Proposals beyond the most that are kept. */
  leftOut: number
  /** What a bound left out, in sentences. */
  remarks: string[]
}

/** What the edges of a catalog are looked for with. */
interface ProposeInput {
  kit: Pick<Kit, 'tools' | 'documents' | 'dense'>
  decisions: readonly EdgeDecision[]
}

/**
 * Edges that tools may lack, from their schemas, from tools like them whose edges are known, and from tools that many need.
 * How much each counts is learned from the annotated tools of this very catalog, near {@link USUAL_WEIGHTS}. The same
 * catalog gives the same proposals. Hidden tools and known edges are left out; pairs that were decided are not.
 */
export async function proposeEdges(
  { kit, decisions }: ProposeInput,
  call: ProposeCall,
): Promise<ProposedEdges> {
  const entries = [...kit.tools.values()].filter((entry) => visibilityOf(entry) !== 'hidden')
  const tools: DescribedTool[] = []
  for (const entry of entries) {
    tools.push(describedTool(entry))
    await call.pause()
  }
  const taught = taughtBy(entries, tools, decisions)
  const looking = await lookFor(kit, { entries, tools, taught }, call)
  const weights = await learnedWeights(looking, taught, call)
  const surest = keepSurest()
  for (const [at, tool] of tools.entries()) {
    for (const [candidate, probability] of likely(looking.candidatesOf(tool), {
      weights,
      taught,
    })) {
      if (!needing(candidate.on.id, taught)(tool.id)) surest.add(candidate, probability)
    }
    if (await call.pause()) call.onProgress('Looking for edges', at + 1, tools.length)
  }
  const { kept, leftOut } = surest.end()
  return {
    proposals: byWorth(
      kept.map(([candidate, probability]) => proposal(candidate, { probability, weights })),
      taught,
    ),
    annotated: taught.annotated.size,
    leftOut,
    remarks: remarksOn(leftOut, looking.unsearched),
  }
}

/** Nothing that is proposed is certain. */
const SUREST = 0.99
/**
 * How often an edge that looks right was forgotten where the author wrote the others of its tool; by hand. Without it, accepting
 * all from .5 on ToolLinkOS with ten tools unannotated lowered more queries than it raised.
 */
const FORGOTTEN = 0.3
/** Tools proposed for one parameter where nothing but schemas speaks for them: hardly any needs more to be filled in. */
const MOST_FOR_PARAMETER = 2

/** One tool's candidates that are probable enough, with how probable they are. */
function likely(
  candidates: readonly Candidate[],
  { weights, taught }: { weights: Logistic; taught: Taught },
): [Candidate, number][] {
  const counts = new Map<string, number>()
  return candidates
    .map((candidate): [Candidate, number] => {
      const probability = Math.min(SUREST, probabilityOf(weights, candidate.clues))
      const isLeftOut = taught.annotated.has(candidate.from.id)
      return [candidate, isLeftOut ? probability * FORGOTTEN : probability]
    })
    .filter(([, probability]) => probability >= PROPOSED.leastProbability)
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || compared(a, b))
    .filter(([{ parameter, clues }]) => {
      if (!parameter || clues.similar + clues.sameParameter + clues.login > 0) return true
      const count = (counts.get(parameter.name) ?? 0) + 1
      counts.set(parameter.name, count)
      return count <= MOST_FOR_PARAMETER
    })
}

interface Looking {
  tools: readonly DescribedTool[]
  candidatesOf(tool: DescribedTool): Candidate[]
  /** Parameters that were not searched by meaning. */
  unsearched: number
}

/** Searches what candidates are found by. */
async function lookFor(
  kit: ProposeInput['kit'],
  { entries, tools, taught }: { entries: CatalogTool[]; tools: DescribedTool[]; taught: Taught },
  call: ProposeCall,
): Promise<Looking> {
  // What the reasons for edges count was learned with documents joined to one text.
  const meaning = kit.dense(kit.documents(DOCUMENT, { documentForm: 'joined' }))
  await meaning.prepare(call.prepare)
  const searched = await searchParameters(tools, meaning, call)
  const among = new Set(taught.edges.keys())
  const similar = await similarTools(entries, { meaning, among, components: DOCUMENT }, call)
  const find = await candidateFinder(tools, taught, call.pause)
  return {
    tools,
    unsearched: searched.leftOut,
    candidatesOf: (tool) =>
      find(tool, {
        parameters: tool.parameters.map((parameter) => searched.of(parameter)),
        similar: similar.get(tool.id) ?? [],
      }),
  }
}

/** What of a tool says what it is for. */
const DOCUMENT: readonly Component[] = ['name', 'description']

/** Annotated tools learned from, evenly spread where there are more: weights of a dozen clues need no more. */
const MOST_LEARNED_FROM = 500
/** As much as this many examples the usual weights count. */
const HELD = 1

/** What the clues weigh in this catalog. */
async function learnedWeights(
  { tools, candidatesOf }: Looking,
  taught: Taught,
  { pause }: ProposeCall,
): Promise<Logistic> {
  const rows: number[] = []
  const answers: number[] = []
  const annotated = tools.filter(({ id }) => taught.annotated.has(id))
  const every = Math.ceil(annotated.length / MOST_LEARNED_FROM)
  const learnedFrom = new Set(annotated.filter((_, at) => at % every === 0))
  const others = new Set([...taught.decided.keys()].map(fromOf))
  for (const tool of tools) {
    const isWhole = learnedFrom.has(tool)
    if (!isWhole && !others.has(tool.id)) continue
    for (const { on, clues } of candidatesOf(tool)) {
      const label = taught.decided.get(edgeKey(tool.id, on.id)) ?? needing(on.id, taught)(tool.id)
      if (isWhole || taught.decided.has(edgeKey(tool.id, on.id))) {
        rows.push(...featuresOf(clues))
        answers.push(label ? 1 : 0)
      }
    }
    await pause()
  }
  return logisticNear(USUAL_WEIGHTS, HELD, { features: CLUES.length, rows, answers }, pause)
}

const fromOf = (key: string): string => (JSON.parse(key) as [string, string])[0]

/** The surest candidates, most of the others forgotten as they come. */
function keepSurest() {
  let kept: [Candidate, number][] = []
  let leftOut = 0
  const cut = () => {
    kept.sort(([a, ofA], [b, ofB]) => ofB - ofA || compared(a, b))
    leftOut += Math.max(0, kept.length - PROPOSED.mostProposals)
    kept = kept.slice(0, PROPOSED.mostProposals)
  }
  return {
    add(candidate: Candidate, probability: number) {
      kept.push([candidate, probability])
      if (kept.length >= 4 * PROPOSED.mostProposals) cut()
    },
    end() {
      cut()
      return { kept, leftOut }
    },
  }
}

const compared = (a: Candidate, b: Candidate): number =>
  edgeKey(a.from.id, a.on.id) < edgeKey(b.from.id, b.on.id) ? -1 : 1

function proposal(
  candidate: Candidate,
  { probability, weights }: { probability: number; weights: Logistic },
): EdgeProposal {
  const { evidence, carried } = evidenceOf(candidate, weights)
  const [first] = evidence
  const reason = first && sentence(evidenceText(first, candidate.on.name))
  return {
    from: candidate.from.id,
    edge: { ...edgeOf(candidate, evidence), ...(reason !== undefined && { reason }) },
    probability,
    worth: 0,
    evidence,
    carried,
  }
}

/**
 * The proposals with what each is worth, the most first: whoever needs a tool that many need gets its edges as well, so hubs
 * come first.
 */
export function byWorth(
  proposals: readonly EdgeProposal[],
  { dependents }: Pick<Taught, 'dependents'>,
): EdgeProposal[] {
  const expected = new Map<ToolId, number>()
  for (const { edge, probability } of proposals) {
    expected.set(edge.on, (expected.get(edge.on) ?? 0) + probability)
  }
  const reach = (id: ToolId) => 1 + (dependents.get(id) ?? 0) + (expected.get(id) ?? 0)
  return proposals
    .map((each) => ({ ...each, worth: each.probability * reach(each.from) }))
    .sort(
      (a, b) =>
        b.worth - a.worth || (edgeKey(a.from, a.edge.on) < edgeKey(b.from, b.edge.on) ? -1 : 1),
    )
}

const sentence = (text: string): string => `${capitalised(text)}.`

const remarksOn = (leftOut: number, unsearched: number): string[] => [
  ...(leftOut > 0
    ? [`The surest ${PROPOSED.mostProposals} proposals are kept; ${leftOut} others are left out.`]
    : []),
  ...(unsearched > 0
    ? [
        `Of the different parameters, ${MOST_SEARCHED} are compared by meaning; ${unsearched} others by their words alone.`,
      ]
    : []),
]
