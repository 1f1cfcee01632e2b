import {
  byScore,
  type PlacedTool,
  type Query,
  type QueryPlan,
  type SetGrounds,
  type ToolSet,
  type Witness,
} from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, Kit, VectorSource } from '../kit'
import { shareOf } from '../logistic'
import { stage, type Step } from '../stage'
import { readDocuments, type DocumentReading, type PartScores } from './document-scores'
import { recommended, type Learned, type Recommended } from './learn'
import {
  FEWEST,
  historyInWords,
  learnedHistory,
  type LearnedHistory,
  type LearningSources,
} from './learned-history'
import { FEATURES } from './signals'

interface RecommendOptions extends LearningSources {
  /** Embeds a query as past queries are. */
  past: VectorSource<string>
  among: Admitted
}

/**
 * The best of what is left out are told, so that “why not” can say of a tool how far it was from
 * being chosen.
 */
const MOST_LEFT_OUT = 50
/** In characters. */
const SHOWN = 100

/**
 * Chooses tools by what past queries taught: each that is likely enough, or all of a past bundle
 * where this is the better answer. Without history it takes the best tool for each part of the
 * query. Pegboard's own, see `README.md`.
 */
export function recommend(kit: Kit, options: RecommendOptions) {
  const { words, meaning, past, among } = options
  const history = learnedHistory(kit, options)
  return stage<QueryPlan, ToolSet>({
    name: 'recommend',
    gives: 'tool-set',
    settings: { 'fewest logged queries': FEWEST },
    sources: [kit.history, words, meaning, history, among],
    absent: 'neither past queries nor its document speak for it',
    async run({ query, kept }, step) {
      const named = new Set(kept.map(({ tool }) => tool))
      const known = await history.prepare()
      const { signal, embedded } = step
      const reading = await readDocuments(query.text, options, {
        tools: known.tools,
        signal,
        onEmbedded: embedded,
        // What was learned holds for the documents of all tools.
        among: known.learned ? undefined : among.tools,
      })
      const at: Asking = { query, kit, known, reading, among, step, named }
      if (!known.learned) return behind(kept, coveringSet(at))
      const asked = {
        vector: await past.of(query.text, signal),
        terms: options.termsOf(query.text),
      }
      const leftOut = leftOutOf(known.learned, query)
      const found = recommended(known.learned, asked, { documents: reading, leftOut })
      return behind(kept, learnedSet(at, known.learned, found))
    },
  })
}

/** A set behind the tools that its plan keeps, each once. */
function behind(kept: readonly PlacedTool[], set: ToolSet): ToolSet {
  if (kept.length === 0) return set
  const chosen = new Map(set.tools.map((placed) => [placed.tool, placed]))
  const first = kept.map((placed) => {
    const { witnesses = [], ...other } = chosen.get(placed.tool) ?? placed
    const own = chosen.has(placed.tool) ? witnesses : []
    return { ...other, tool: placed.tool, witnesses: [...placed.witnesses, ...own] }
  })
  const before = new Set(first.map(({ tool }) => tool))
  return { ...set, tools: [...first, ...set.tools.filter(({ tool }) => !before.has(tool))] }
}

interface Asking {
  /** Tools that are given whatever was learned. */
  named: ReadonlySet<ToolId>
  query: Query
  kit: Kit
  known: LearnedHistory
  reading: DocumentReading
  among: Admitted
  step: Step
}

const placesById = new WeakMap<Learned, ReadonlyMap<string, number>>()

/** Places of the past queries from which the query must not learn. */
function leftOutOf(learned: Learned, { without = [] }: Query): ReadonlySet<number> {
  if (without.length === 0) return new Set()
  const places =
    placesById.get(learned) ?? new Map(learned.past.queries.map(({ id }, place) => [id, place]))
  placesById.set(learned, places)
  return new Set(without.flatMap((id) => places.get(id) ?? []))
}

/** Without history: the best tool for each part of the query. */
function coveringSet({ query, kit, known, reading, among, step }: Asking): ToolSet {
  const ids = [...kit.tools.keys()]
  const mayLeave = (place: number) => among.tools?.has(ids[place] as ToolId) ?? true
  const chosen = coverParts(reading.parts, mayLeave)
  const why =
    known.logged === 0
      ? 'no logged queries'
      : `too few logged queries (${known.logged} of at least ${FEWEST})`
  const tools = [...chosen].map(([place, { part, score }]): PlacedTool => ({
    tool: ids[place] as ToolId,
    score,
    witnesses: [
      { kind: 'score', source: 'part', origin: 'coverage', score },
      { kind: 'part', text: part },
    ],
  }))
  const { uncovered } = partsCovered(reading.parts, [...chosen.keys()])
  const grounds = {
    why: `${toolsText(tools.length)}, the best for each part of the request by its words and meaning: ${why}.`,
    uncovered: [...uncovered],
  }
  return step.degrade(`${why}: used words and meaning`, setOf(query, tools.sort(byScore), grounds))
}

const setOf = (query: Query, tools: PlacedTool[], grounds: SetGrounds): ToolSet => ({
  shape: 'tool-set',
  query,
  size: 'adaptive',
  tools,
  grounds,
})

const toolsText = (count: number): string => (count === 1 ? 'One tool' : `${count} tools`)

function learnedSet(
  { known, reading, among, step, query, named }: Asking,
  learned: Learned,
  found: Recommended,
): ToolSet {
  const { past } = learned
  const mayLeave = (place: number) => among.tools?.has(past.tools[place] as ToolId) ?? true
  const chosen = (found.takesBundle ? found.bundle : found.set).filter(mayLeave)
  const covered = partsCovered(reading.parts, chosen)
  const placed = placedBy(learned, found, covered)
  const tools = chosen.map(placed).sort(byScore)
  const isChosen = new Set(chosen)
  const others = found.reading.signals.candidates
    .filter((place) => !isChosen.has(place) && mayLeave(place))
    .filter((place) => !named.has(past.tools[place] as ToolId))
    .map(placed)
    .sort(byScore)
    .slice(0, MOST_LEFT_OUT)
  const grounds = groundsOf(learned, found, {
    next: others[0],
    covered,
    known,
    given: tools.length,
  })
  step.drop(others, found.takesBundle ? 'not in the past bundle' : 'too unlikely to be needed')
  step.note({
    chosen: found.takesBundle ? 'a past bundle' : 'tool by tool',
    'logged queries': known.taken,
    ...(covered.uncovered.length > 0 && { uncovered: covered.uncovered.join('; ') }),
  })
  return setOf(query, tools, grounds)
}

/** Features by what a person calls where they come from. */
const GROUPS = [
  { source: 'odds past', origin: 'history', of: ['ridge', 'root of ridge'] },
  {
    source: 'odds nearest',
    origin: 'history',
    of: ['votes', 'votes by nearness', 'in the nearest'],
  },
  { source: 'odds words', origin: 'words', of: ['words'] },
  { source: 'odds meaning', origin: 'meaning', of: ['meaning'] },
  { source: 'odds part', origin: 'coverage', of: ['clause'] },
  { source: 'odds habit', origin: 'history', of: ['how often used', 'how many wanted'] },
] as const

/**
 * A candidate with what its score is made of: by how much it is likelier to be needed than any tool
 * is, as log odds.
 */
function placedBy(learned: Learned, found: Recommended, { partOf }: Covered) {
  const { past, asNew: model } = learned
  const { candidates, rows, nearest } = found.reading.signals
  const placeOf = new Map(candidates.map((tool, at) => [tool, at]))
  const witnessOf = nearest === undefined ? undefined : past.queries[nearest]
  const leaning = found.takesBundle ? past.queries[found.likeliest?.nearest ?? -1] : witnessOf
  return (tool: number): PlacedTool => {
    const at = placeOf.get(tool)
    const witnesses: Witness[] = []
    let score = 0
    const [from = 0, groups] = at === undefined ? [] : [at * FEATURES.length, GROUPS]
    const row = rows.subarray(from, from + FEATURES.length)
    for (const { source, origin, of } of groups ?? []) {
      const share = of.reduce((sum, name) => sum + shareOf(model, row, FEATURES.indexOf(name)), 0)
      score += share
      witnesses.push({ kind: 'score', source, origin, score: share })
    }
    const part = partOf.get(tool)
    if (leaning?.tools.includes(tool)) {
      const { id, text } = leaning
      witnesses.push({ kind: 'bundle', bundle: id, query: text, ...(part && { covers: part }) })
    }
    if (part) witnesses.push({ kind: 'part', text: part })
    return { tool: past.tools[tool] as ToolId, score, witnesses }
  }
}

interface CutAt {
  /** Tools given. */
  given: number
  /** The best of those left out. */
  next: PlacedTool | undefined
  covered: Covered
  known: LearnedHistory
}

function groundsOf(learned: Learned, found: Recommended, told: CutAt): SetGrounds {
  const { past } = learned
  const { likeliest, takesBundle, reading } = found
  const place = takesBundle ? likeliest?.nearest : reading.signals.nearest
  const leaning = place === undefined ? undefined : past.queries[place]
  return {
    why: takesBundle ? whyBundle(learned, found, told) : whySet(learned, found, told),
    uncovered: [...told.covered.uncovered],
    learnedFrom: historyInWords(told.known),
    ...(leaning && {
      bundle: {
        id: leaning.id,
        query: leaning.text,
        tools: leaning.tools.map((tool) => past.tools[tool] as ToolId),
      },
    }),
  }
}

function whyBundle({ past }: Learned, { likeliest, set }: Recommended, { given }: CutAt): string {
  const { queries = [] } = past.bundles[likeliest?.bundle ?? -1] ?? {}
  const before = queries.length === 1 ? 'a logged query' : `${queries.length} logged queries`
  const alike = past.queries[likeliest?.nearest ?? -1]?.text.slice(0, SHOWN) ?? ''
  const alone = set.length === given ? '' : `; chosen one by one, it would be ${set.length}`
  return `${toolsText(given)}, as ${before} took just these, one of them like this: “${alike}”${alone}.`
}

function whySet(
  { least, asNew }: Learned,
  { likeliest, bundle }: Recommended,
  { given, next }: CutAt,
): string {
  const instead = likeliest
    ? ` No past bundle fits better as a whole; the likeliest has ${bundle.length === 1 ? 'one tool' : `${bundle.length} tools`}.`
    : ''
  const beyond = next ? (next.score ?? 0) + (asNew.coefficients[0] as number) : -Infinity
  if (beyond > least || given === 0)
    return `${toolsText(given)}, the likeliest to be needed.${instead}`
  const said = next
    ? ` The next, ${next.tool}, is needed by a chance of ${chanceText(beyond, least)}.`
    : ''
  return `${toolsText(given)}, each needed by a chance of ${chanceText(least, beyond)} or more, which past queries taught to be the best place to stop.${said}${instead}`
}

/** As whole percent, or finer where the other would read the same. */
function chanceText(odds: number, beside: number): string {
  const percent = (of: number) => 100 / (1 + Math.exp(-of))
  const digits = Math.round(percent(odds)) === Math.round(percent(beside)) ? 1 : 0
  return `${percent(odds).toFixed(digits)}\u00a0%`
}

/** Which part of a query each chosen tool covers, and which parts none does. */
interface Covered {
  /** By place of the tool; of those that cover none, nothing. */
  partOf: ReadonlyMap<number, string>
  uncovered: readonly string[]
}

/**
 * A tool covers a part that it fits at least so well as the share of what the best of all tools
 * does.
 */
const AS_WELL = 0.6
/**
 * In deviations above the mean of all tools: a part that no tool fits better asks for nothing that
 * a tool could do.
 */
const LEAST = 2

/** How well the best of all tools fits a part. */
const bestOf = ({ scores }: PartScores): number => scores.reduce((a, b) => Math.max(a, b), 0)

/** What chosen tools cover, as far as their documents tell. */
export function partsCovered(parts: readonly PartScores[], chosen: readonly number[]): Covered {
  const bars = parts.map((part) => AS_WELL * bestOf(part))
  const partOf = new Map<number, string>()
  for (const tool of chosen) {
    let most = 0
    for (const [at, { text, scores }] of parts.entries()) {
      const score = scores[tool] as number
      if (score <= most || score < (bars[at] as number)) continue
      most = score
      partOf.set(tool, text)
    }
  }
  const isCovered = ({ scores }: PartScores, at: number) =>
    chosen.some((tool) => (scores[tool] as number) >= (bars[at] as number))
  const uncovered = parts
    .filter((part, at) => bestOf(part) >= LEAST && !isCovered(part, at))
    .map(({ text }) => text)
  return { partOf, uncovered }
}

/**
 * The best tool for each part that any fits, by place; the best of all for the first part where
 * none fits any.
 */
export function coverParts(
  parts: readonly PartScores[],
  mayLeave: (tool: number) => boolean,
): Map<number, { part: string; score: number }> {
  const chosen = new Map<number, { part: string; score: number }>()
  const best = parts.flatMap(({ text, scores }) => {
    let found: number | undefined
    for (const [tool, score] of scores.entries()) {
      if (!mayLeave(tool) || score <= 0) continue
      if (found === undefined || score > (scores[found] as number)) found = tool
    }
    return found === undefined ? [] : [{ tool: found, part: text, score: scores[found] as number }]
  })
  const likeliest = best.toSorted((a, b) => b.score - a.score)
  const fitting = likeliest.filter(({ score }) => score >= LEAST)
  for (const { tool, part, score } of fitting.length > 0 ? fitting : likeliest.slice(0, 1)) {
    if (!chosen.has(tool)) chosen.set(tool, { part, score })
  }
  return chosen
}
