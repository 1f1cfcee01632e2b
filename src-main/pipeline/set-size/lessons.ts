import { serverOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import { evenSample } from '../../domain/value/even-sample'
import { sameText } from '../../domain/value/same-text'
import type { DenseSource, Documents, Kit, LabelledQuery } from '../kit'
import { lackingTools } from '../kit-subset'
import type { PrepareCall, Step } from '../stage'
import type { EvidenceSources } from './evidence'
import { EVERYDAY_REQUESTS } from './everyday-requests'
import { readSigns, type PartsOf } from './signs'

/**
 * A golden query, read as it is and, where some tool fits it, again without its right tools; or an
 * everyday request that stands in for those that no tool fits.
 */
export interface Lesson {
  text: string
  /** Whether it ships with Pegboard. */
  isShipped?: true
  /** None where no tool fits. */
  tools: readonly ToolId[]
  /** The servers of its tools, or the tools themselves where they have none. */
  servers: readonly string[]
  asIs: Signs
  without?: Signs
  /**
   * How near it is to each lesson in meaning, in their order; nothing where that is not looked at.
   */
  alike: readonly number[]
  /** Those about the same, by their places: with these it is not compared as a lesson. */
  same?: ReadonlySet<number>
}

/** How long a golden query is looked for, and whom that tells. */
export type Lookup = Pick<Step, 'signal' | 'embedded'>

interface Signs {
  /** As `Strength.all`. */
  strength: number
  signs: readonly number[]
}

/** All that golden queries teach of whether any tool fits. */
export interface Lessons {
  all: readonly Lesson[]
  /**
   * Finds lessons by their meaning, by their place in `all`; absent where there is nothing to tell
   * what is like them by.
   */
  nearest?: DenseSource<string>
}

/** Fewer golden queries say little of the weakest twentieth of all. */
export const FEWEST_GOLDEN = 30
/**
 * Golden queries of either kind that are looked at; fewer where the catalog is large, as each is
 * searched twice.
 */
const MOST_GOLDEN = 200
const TOOLS_FOR_MOST = 5_000
/**
 * With fewer golden queries that no tool fits, nothing is made of whether a request is like them,
 * and everyday requests stand in for them.
 */
const FEWEST_NEGATIVE = 10
/** Everyday requests that are read, of all that ship: more of them taught nothing else. */
const MOST_SHIPPED = 100

/** How golden queries are read. */
interface LessonReading {
  sources: EvidenceSources
  partsOf: PartsOf
  call: PrepareCall | undefined
}

/** @param golden all of the workspace; `name` tells them from all others of the same catalog */
export async function readLessons(
  kit: Kit,
  { golden, name }: { golden: readonly LabelledQuery[]; name: string },
  { sources, partsOf, call }: LessonReading,
): Promise<Lessons> {
  const { among } = sources
  const looked = lookedAt(kit, golden, sources)
  const nearest = nearestAmong(kit, looked, name)
  await nearest?.prepare(call)
  const step = { signal: call?.signal ?? new AbortController().signal, embedded: () => undefined }
  const all: Lesson[] = []
  for (const { text, tools, isShipped } of looked) {
    const read = async (from: typeof among): Promise<Signs> => {
      const texts = [text, ...partsOf(text)]
      const { strength, signs } = await readSigns({ ...sources, among: from }, texts, step)
      return { strength: strength.all, signs }
    }
    const left = tools.length > 0 && lackingTools(among, tools, kit.tools)
    all.push({
      text,
      ...(isShipped && { isShipped }),
      tools,
      servers: serversOf(kit, tools),
      asIs: await read(among),
      ...(left && left.size > 0 && { without: await read(left) }),
      alike: await alikeTo(nearest, text, { lessons: looked.length, step }),
    })
    call?.onLabelled?.(all.length, looked.length)
    await new Promise(setImmediate)
    call?.signal?.throwIfAborted()
  }
  if (!nearest) return { all }
  const same = aboutTheSame(all)
  return {
    all: all.map((lesson, place) => ({ ...lesson, same: same[place] as Set<number> })),
    nearest,
  }
}

/** What is read: a golden query, or a request that ships. */
type Looked = LabelledQuery & Pick<Lesson, 'isShipped'>

/** Of each text one, of those whose tools are there, spread evenly over all of its kind. */
function lookedAt(
  kit: Kit,
  golden: readonly LabelledQuery[],
  { among }: EvidenceSources,
): Looked[] {
  const isThere = (tool: ToolId) => among.tools?.has(tool) ?? kit.tools.has(tool)
  const byText = new Map<string, LabelledQuery>()
  for (const query of golden) {
    if (!query.tools.every(isThere)) continue
    const known = byText.get(sameText(query.text))
    // A text that some golden set names tools for is one that tools fit.
    if (!known || known.tools.length === 0) byText.set(sameText(query.text), query)
  }
  const share = Math.min(1, TOOLS_FOR_MOST / Math.max(1, among.size))
  const most = Math.max(FEWEST_GOLDEN, Math.ceil(MOST_GOLDEN * share))
  const all = [...byText.values()]
  const isNegative = ({ tools }: LabelledQuery) => tools.length === 0
  const fitting = evenSample(
    all.filter((query) => !isNegative(query)),
    most,
  )
  const negative = evenSample(all.filter(isNegative), most)
  return [...fitting, ...negative, ...standingIn({ fitting, negative }, new Set(byText.keys()))]
}

/**
 * Everyday requests in place of golden queries that no tool fits, where there are too few of these
 * and enough that some tool does.
 * @param known texts of golden queries, which say it themselves
 */
function standingIn(
  { fitting, negative }: Record<'fitting' | 'negative', readonly LabelledQuery[]>,
  known: ReadonlySet<string>,
): Looked[] {
  if (fitting.length < FEWEST_GOLDEN || negative.length >= FEWEST_NEGATIVE) return []
  return evenSample(EVERYDAY_REQUESTS, MOST_SHIPPED)
    .filter((text) => !known.has(sameText(text)))
    .map((text) => ({ text, tools: [], isShipped: true }))
}

const serversOf = (kit: Kit, tools: readonly ToolId[]): string[] => [
  ...new Set(
    tools.map((tool) => {
      const entry = kit.tools.get(tool)
      return (entry && serverOf(entry)) ?? tool
    }),
  ),
]

function nearestAmong(
  kit: Kit,
  looked: readonly Looked[],
  name: string,
): DenseSource<string> | undefined {
  const negative = looked.filter(({ tools }) => tools.length === 0).length
  if (negative < FEWEST_NEGATIVE || looked.length - negative < FEWEST_GOLDEN) return undefined
  const documents: Documents<string> = {
    key: name,
    pooling: 'best',
    texts: () => looked.map(({ text }, at) => ({ key: String(at), text })),
  }
  return kit.dense(documents)
}

/**
 * How near a text is to each lesson in meaning, in their order; nothing where that is not looked
 * at.
 */
export async function alikeTo(
  nearest: DenseSource<string> | undefined,
  text: string,
  { lessons, step }: { lessons: number; step: Lookup },
): Promise<number[]> {
  if (!nearest) return []
  const call = { depth: lessons, signal: step.signal, onEmbedded: step.embedded }
  const [hits = []] = await nearest.search([text], call)
  const alike = new Array<number>(lessons).fill(0)
  for (const { key, score } of hits) alike[Number(key)] = score
  return alike
}

/**
 * Golden queries of either kind, by their places; `negative` is empty where everyday requests stand
 * in: those of other catalogs are like neither, so that only what is near the first kind tells.
 */
export interface Comparing {
  fitting: readonly number[]
  negative: readonly number[]
}

/** Golden queries of each kind that a request is compared with: those that are most like it. */
const MOST_LIKE = 5

/**
 * How much nearer in meaning a request is to golden queries that some tool fits than to those that
 * none does, or how near it is to the first where there is none of these.
 * @param alike its cosine to each golden query, by their places
 */
export const likeness = (alike: readonly number[], { fitting, negative }: Comparing): number =>
  nearestOf(alike, fitting) - nearestOf(alike, negative)

function nearestOf(alike: readonly number[], places: readonly number[]): number {
  const nearest: number[] = []
  for (const place of places) {
    const value = alike[place] as number
    if (nearest.length === MOST_LIKE && value <= (nearest[MOST_LIKE - 1] as number)) continue
    let at = nearest.length
    while (at > 0 && (nearest[at - 1] as number) < value) at--
    nearest.splice(at, 0, value)
    if (nearest.length > MOST_LIKE) nearest.pop()
  }
  return nearest.reduce((sum, value) => sum + value, 0) / (nearest.length || 1)
}

/** What a golden query is about; nothing where no tool fits it. */
interface About {
  tools: readonly string[]
  /** The servers of its tools. */
  servers: readonly string[]
}

/**
 * For each golden query that some tool fits, the others that are about the same: that name the one
 * of its servers, or where most would do so of its tools, that the fewest name. A tool that many
 * need, such as one that tells the time, says little.
 */
export function aboutTheSame(all: readonly About[]): ReadonlySet<number>[] {
  const ways = [({ servers }: About) => servers, ({ tools }: About) => tools].map((namesOf) => {
    const byName = new Map<string, Set<number>>()
    for (const [place, about] of all.entries())
      for (const name of namesOf(about))
        byName.set(name, (byName.get(name) ?? new Set()).add(place))
    return { namesOf, byName }
  })
  const fitting = all.filter(({ tools }) => tools.length > 0).length
  return all.map((about) => {
    for (const { namesOf, byName } of ways) {
      const sets = namesOf(about).flatMap((name) => byName.get(name) ?? [])
      const [fewest] = sets.sort((a, b) => a.size - b.size)
      if (fewest && fewest.size <= fitting / 2) return fewest
    }
    return new Set<number>()
  })
}
