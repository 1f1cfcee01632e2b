import { capitalised } from '../../../domain/value/capitalised'
import type { EdgeProposal } from '../../../domain/proposal/edge'
import { edgeKey, type EdgeDecision } from '../../../domain/proposal/edge-decision'
import { evidenceText, PROPOSED } from '../../../domain/proposal/edge-words'
import { visibilityOf } from '../../../domain/tool/catalog-tool'
import { idOf } from '../../../domain/tool/stored-tool'
import type { Component } from '../../../domain/tool/document'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import type { DenseSource, Kit } from '../../../pipeline/kit'
import { candidatesAmong, type Candidate, type Candidates } from './candidates'
import { needing, pointsFor, edgeProbability } from './edge-clues'
import { edgeOf, evidenceOf } from './edge-evidence'
import { mayBeAnnotated, taughtBy, type Taught } from './known-edges'
import { numberedTools, type NumberedParameter, type NumberedTools } from './numbered-tool'
import {
  MOST_SEARCHED,
  searchParameters,
  similarTools,
  type SearchedParameters,
} from './searched-parameters'
import type { FoundBefore } from './search-anew'
import type { ProposeCall } from './propose-call'
import { needsByUse } from './needs-by-use'
import type { Use } from './used-together'
import { SUREST, withUse } from './with-use'

/** Edges that tools of a catalog may lack. */
export interface ProposedEdges {
  /** By falling worth. */
  proposals: EdgeProposal[]
  /** Tools whose edges are known. */
  annotated: number
  /** Proposals beyond the most that are kept. */
  leftOut: number
  /** What a bound left out, in sentences. */
  remarks: string[]
  /** What was found by meaning, to begin with another time. */
  found: FoundBefore
}

/** What the edges of a catalog are looked for with. */
interface ProposeInput {
  kit: Pick<Kit, 'tools' | 'documents' | 'dense' | 'embedder'>
  decisions: readonly EdgeDecision[]
  /** What was found in the same workspace before. */
  before?: FoundBefore | undefined
  /** What requests used, and how many tools one is given. */
  inUse?: { requests: readonly Use[]; k: number }
}

/**
 * Edges that tools may lack, from their schemas, from tools like them whose edges are known, and
 * from what requests used together. Each clue of schemas has its points, whose sum says how sure an
 * edge is. The same catalog and requests give the same proposals. Hidden tools and known edges are
 * left out; pairs that were decided are not.
 */
export async function proposeEdges(
  { kit, decisions, before, inUse = NO_USE }: ProposeInput,
  call: ProposeCall,
): Promise<ProposedEdges> {
  const entries = [...kit.tools.values()].filter((entry) => visibilityOf(entry) !== 'hidden')
  const numbered = await numberedTools(entries, async (at) => {
    if (await call.pause()) call.onProgress('Reading tools', at + 1, entries.length)
  })
  const taught = taughtBy(entries, takersAmong(entries, numbered), decisions)
  const looking = await lookFor(kit, { entries, numbered, taught, before }, call)
  const surest = keepSurest(numbered.ids)
  for (const [at, id] of numbered.ids.entries()) {
    for (const pair of likely(at, looking, taught)) {
      if (!needing(numbered.ids[pair.on] as ToolId, taught)(id)) surest.add(pair)
    }
    if (await call.pause()) call.onProgress('Looking for edges', at + 1, entries.length)
  }
  const { kept, leftOut } = surest.end()
  const bySchemas: EdgeProposal[] = []
  for (const pair of kept) {
    bySchemas.push(proposal(looking.told(pair, pair.parameter), pair.probability))
    await call.pause()
  }
  const ids = new Set(numbered.ids)
  const use = await needsByUse(
    inUse.requests,
    { meaning: looking.meaning, k: inUse.k },
    (from, on) => ids.has(from) && ids.has(on) && !isKnown(from, on, taught),
    call,
  )
  const nameOf = (id: ToolId) => kit.tools.get(id)?.tool.name ?? id
  const proposals = withUse(bySchemas, use, nameOf)
  const beyond = leftOut + Math.max(0, proposals.length - PROPOSED.mostProposals)
  return {
    proposals: byWorth(proposals.slice(0, PROPOSED.mostProposals), taught),
    annotated: taught.annotated.size,
    leftOut: beyond,
    remarks: [
      ...remarksOn(beyond, looking.searched.leftOut),
      ...(inUse.requests.length > 0
        ? [`What is used together was read from ${inUse.requests.length} requests.`]
        : []),
    ],
    found: looking.searched.found,
  }
}

const NO_USE: NonNullable<ProposeInput['inUse']> = { requests: [], k: 1 }

/** Whether one of two tools is known to need the other: what is needed does not need in turn. */
const isKnown = (from: ToolId, on: ToolId, taught: Taught): boolean =>
  needing(on, taught)(from) || needing(from, taught)(on)

/**
 * How often an edge that looks right was forgotten where the author wrote the others of its tool;
 * by hand. Without it, accepting all from .5 on ToolLinkOS with ten tools unannotated lowered more
 * queries than it raised.
 */
const FORGOTTEN = 0.3
/**
 * Tools proposed for one parameter where nothing but schemas speaks for them: hardly any needs more
 * to be filled in.
 */
const MOST_FOR_PARAMETER = 2

/** A pair of tools by their numbers, and how probable it is that the one needs the other. */
interface Likely {
  from: number
  on: number
  /** The place of the parameter that speaks most for it, -1 where the tool has none. */
  parameter: number
  probability: number
  /** Whether more than schemas speaks for it. */
  isTold: boolean
}

/** One tool's candidates that are probable enough, the likeliest first. */
function likely(
  from: number,
  { numbered: { ids, tools, parameters }, of }: Looking,
  taught: Taught,
): Likely[] {
  const found = probable(from, of(from), taught.annotated.has(ids[from] as ToolId))
  if (found.length > 1) found.sort((a, b) => compared(a, b, ids))
  const counts = new Map<string, number>()
  return found.filter(({ parameter, isTold }) => {
    if (parameter < 0 || isTold) return true
    const number = tools[from]?.parameters[parameter] as number
    const { name } = parameters[number] as NumberedParameter
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= MOST_FOR_PARAMETER
  })
}

/** With fewer points nothing is proposed. */
const LEAST_POINTS = pointsFor(PROPOSED.leastProbability)

/** @param isAnnotated whether the author wrote the others of its edges */
function probable(
  from: number,
  { others, clues }: ReturnType<Candidates['of']>,
  isAnnotated: boolean,
): Likely[] {
  const found: Likely[] = []
  for (let at = 0; at < others.length; at++) {
    const points = clues.points[at] as number
    if (points < LEAST_POINTS) continue
    const sure = Math.min(SUREST, edgeProbability(points))
    const probability = isAnnotated ? sure * FORGOTTEN : sure
    if (probability < PROPOSED.leastProbability) continue
    const told = [clues.similar, clues.sameParameter, clues.login]
    found.push({
      from,
      on: others[at] as number,
      parameter: clues.parameter[at] as number,
      probability,
      isTold: told.some((clue) => (clue[at] as number) > 0),
    })
  }
  return found
}

interface Looking extends Candidates {
  numbered: NumberedTools
  searched: SearchedParameters
  meaning: DenseSource
}

/** The tools that may be annotated, with what their parameters are called. */
const takersAmong = (entries: readonly CatalogTool[], { tools, parameters }: NumberedTools) =>
  entries.flatMap((entry, at) =>
    mayBeAnnotated(entry)
      ? [
          {
            id: idOf(entry),
            parameters: Array.from(
              tools[at]?.parameters ?? [],
              (number) => parameters[number] as NumberedParameter,
            ),
          },
        ]
      : [],
  )

/** Searches what candidates are found by. */
async function lookFor(
  kit: ProposeInput['kit'],
  { entries, numbered, taught, before }: Catalogued,
  call: ProposeCall,
): Promise<Looking> {
  // The points of the reasons for edges were chosen with documents joined to one text.
  const meaning = kit.dense(kit.documents(DOCUMENT, { documentForm: 'joined' }))
  await meaning.prepare(call.prepare)
  const { fingerprint: embedder } = await kit.embedder.prepare()
  const searching = { meaning, embedder, tools: kit.tools, before }
  const searched = await searchParameters(numbered, searching, call)
  const among = new Set(taught.edges.keys())
  const similar = await similarTools(entries, { meaning, among, components: DOCUMENT }, call)
  const found = { numbered, entries, known: taught, searched, similar }
  const candidates = await candidatesAmong(found, call.pause)
  return { ...candidates, numbered, searched, meaning }
}

interface Catalogued {
  entries: CatalogTool[]
  numbered: NumberedTools
  taught: Taught
  before: FoundBefore | undefined
}

/** What of a tool says what it is for. */
const DOCUMENT: readonly Component[] = ['name', 'description']

/** The surest pairs, most of the others forgotten as they come. */
function keepSurest(ids: readonly ToolId[]) {
  let kept: Likely[] = []
  let leftOut = 0
  const cut = () => {
    kept.sort((a, b) => compared(a, b, ids))
    leftOut += Math.max(0, kept.length - PROPOSED.mostProposals)
    kept = kept.slice(0, PROPOSED.mostProposals)
  }
  return {
    add(pair: Likely) {
      kept.push(pair)
      if (kept.length >= 4 * PROPOSED.mostProposals) cut()
    },
    end() {
      cut()
      return { kept, leftOut }
    },
  }
}

/** The surer first, then by their key. */
function compared(a: Likely, b: Likely, ids: readonly ToolId[]): number {
  const key = ({ from, on }: Likely) => edgeKey(ids[from] as ToolId, ids[on] as ToolId)
  return b.probability - a.probability || (key(a) < key(b) ? -1 : 1)
}

function proposal(candidate: Candidate, probability: number): EdgeProposal {
  const { evidence, carried } = evidenceOf(candidate)
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
 * The proposals with what each is worth, the most first: whoever needs a tool that many need gets
 * its edges as well, so hubs come first.
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
