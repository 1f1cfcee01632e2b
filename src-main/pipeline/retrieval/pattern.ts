import { RE2JS } from 're2js'
import { stemmer } from 'stemmer'
import type { PlacedTool, QueryPlan, Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, Documents, Kit } from '../kit'
import { saysNothing } from '../../domain/value/says-nothing'
import { writePattern } from '../prompts/write-pattern'
import { stage, type Source, type Step } from '../stage'
import { analyser } from '../text/analyse'

/** As Anthropic’s tool search takes them, in characters. */
const LONGEST_PATTERN = 200
/** Places in a text that are looked at, to see how many different ones a pattern finds. */
const MOST_PLACES = 50
/** Texts read before others have their turn. */
const AT_ONCE = 500
/**
 * RE2 tries each step of a pattern at each character: more steps than people write in so many
 * characters are refused.
 */
const MOST_STEPS = 400
/** Steps times characters before others have their turn: some 10 ms. */
const WORK_AT_ONCE = 500_000

export interface PatternOptions {
  depth: number
  among: Admitted
  /** Who writes the pattern: `rule` takes the words of the request. */
  by: 'rule' | 'model'
}

/**
 * Searches tool documents for a regular expression, whatever the case of letters. Tools come by how
 * many different texts it finds in them, equal ones by id. A pattern is run by RE2, whose time
 * grows with the text and the steps of the pattern, no faster.
 */
export function pattern(
  kit: Kit,
  documents: Documents<ToolId>,
  { depth, among, by }: PatternOptions,
) {
  const searched = searchedTexts(kit, documents)
  return stage<QueryPlan, Ranking>({
    name: 'pattern',
    gives: 'ranking',
    settings: { depth, 'pattern by': by },
    sources: [searched, among],
    searchesWords: true,
    prompts: by === 'model' ? [writePattern] : [],
    absent: 'the pattern is not in its document',
    async run(plan, step) {
      const ofWords = wordsPattern(plan.query.text)
      const written = by === 'model' ? await patternOfModel(plan, step, ofWords) : ofWords
      const texts = await searched.prepare()
      const found = await searchFor(written, texts, step).catch((error: unknown) => {
        step.signal.throwIfAborted()
        step.note({ refused: error instanceof Error ? error.message : String(error) })
        return step.degrade(
          'the pattern is none that can be run: searched for the words of the request',
          searchFor(ofWords, texts, step),
        )
      })
      step.note({ pattern: written })
      const most = step.explaining ? Infinity : depth
      const hits = ranked(found, texts, { among, most })
      const placeOf = new Map(hits.map(({ place, placed }) => [placed.tool, place]))
      const kept = step.cut(
        hits.map(({ placed }) => placed),
        depth,
      )
      const tools = kept.map((placed) =>
        withTerms(placed, found.foundIn(placeOf.get(placed.tool) ?? -1)),
      )
      return { shape: 'ranking', plan, order: 'score', tools }
    },
  })
}

/** A model’s pattern, no longer than may be sent. */
async function patternOfModel({ query }: QueryPlan, step: Step, instead: string): Promise<string> {
  const answer = await step.ask(writePattern, query, { pattern: instead })
  if (/\p{L}/u.test(answer.pattern) && saysNothing(answer.pattern)) {
    return step.degrade(
      'the model wrote no pattern: searched for the words of the request',
      instead,
    )
  }
  if (answer.pattern.length <= LONGEST_PATTERN) return answer.pattern
  return step.degrade(
    `the pattern has more than ${LONGEST_PATTERN} characters: searched for the words of the request`,
    instead,
  )
}

/**
 * The words of a request that carry a wish, each as far as its stem goes, with `|` between them: as
 * many as may be sent.
 */
export function wordsPattern(text: string): string {
  const words = analyser(['stop-words'])(text).map(shared)
  let written = ''
  for (const word of new Set(words)) {
    const longer = written === '' ? word : `${written}|${word}`
    if (longer.length <= LONGEST_PATTERN) written = longer
  }
  return written
}

/** What a word and its stem begin with: `creating` gives `creat`, `happy` gives `happ`. */
function shared(word: string): string {
  const stem = [...stemmer(word)]
  const end = stem.findIndex((letter, at) => letter !== word[at])
  return end === -1 ? word.slice(0, stem.length) : word.slice(0, Math.max(1, end))
}

/**
 * The texts that are searched, by the ids of their tools, and in which of them each run of letters
 * and digits stands.
 */
interface SearchedTexts {
  tools: readonly ToolId[]
  texts: readonly string[]
  /** All runs in lower case, a line each, and where the line of each begins. */
  runs: string
  begins: readonly number[]
  /** The places of the texts that hold the i-th run. */
  holding: readonly (readonly number[])[]
}

function searchedTexts(kit: Kit, documents: Documents<ToolId>): Source<SearchedTexts> {
  const key = `patterns in ${documents.key}`
  return { key, prepare: () => kit.once(key, () => readTexts(documents)) }
}

async function readTexts(documents: Documents<ToolId>): Promise<SearchedTexts> {
  const byTool = Map.groupBy(await documents.texts(), ({ key }) => key)
  for (const [tool, texts] of (await documents.instead?.()) ?? []) {
    if (texts.length > 0) byTool.set(tool, [...texts])
    else byTool.delete(tool)
  }
  const tools = [...byTool.keys()].sort()
  const places = new Map<string, number[]>()
  const texts: string[] = []
  for (const tool of tools) {
    const own = byTool.get(tool) ?? []
    const text = own.map((each) => ('text' in each ? each.text : '')).join('\n')
    for (const run of new Set(text.toLowerCase().match(RUN))) {
      const standsIn = places.get(run)
      if (standsIn) standsIn.push(texts.length)
      else places.set(run, [texts.length])
    }
    texts.push(text)
    if (texts.length % AT_ONCE === 0) await new Promise(setImmediate)
  }
  let next = 0
  const begins = [...places.keys()].map((run) => (next += run.length + 1) - run.length - 1)
  return {
    tools,
    texts,
    runs: [...places.keys()].join('\n'),
    begins,
    holding: [...places.values()],
  }
}

const RUN = /[\p{L}\p{N}]+/gu
/** A pattern that is nothing but words. */
const PLAIN = /^[\p{L}\p{N}]+(\|[\p{L}\p{N}]+)*$/u

/** How many different texts a pattern finds in each, and which. */
interface Found {
  counts: ArrayLike<number>
  foundIn(place: number): readonly string[]
}

/** @throws Error where it is none that RE2 runs. */
async function searchFor(written: string, searched: SearchedTexts, step: Step): Promise<Found> {
  if (written === '') return { counts: [], foundIn: () => [] }
  return PLAIN.test(written)
    ? searchForWords(written, searched)
    : searchByRe2(written, searched, step)
}

/** The same as a search of all texts: letters and digits that stand together stand in one run. */
function searchForWords(written: string, { texts, ...index }: SearchedTexts): Found {
  const lower = written.toLowerCase()
  const words = new RegExp(lower, 'g')
  const wordsIn = new Map<number, string[]>()
  for (const word of new Set(lower.split('|'))) {
    for (const run of runsWith(word, index)) {
      const own = wordsIn.get(run)
      if (own) own.push(word)
      else wordsIn.set(run, [word])
    }
  }
  const places = new Map<string, Set<number>>()
  for (const [run, own] of wordsIn) {
    const { begins, runs } = index
    const end = (begins[run + 1] ?? runs.length + 1) - 1
    // Where one word stands in another, the first of the pattern is found.
    const found = own.length === 1 ? own : new Set(runs.slice(begins[run], end).match(words))
    for (const word of found) {
      const seen = places.get(word) ?? new Set()
      places.set(word, seen)
      for (const place of index.holding[run] ?? []) seen.add(place)
    }
  }
  const counts = new Uint16Array(texts.length)
  for (const seen of places.values()) {
    for (const place of seen) counts[place] = (counts[place] ?? 0) + 1
  }
  const foundIn = (place: number) => [...new Set(texts[place]?.toLowerCase().match(words))]
  return { counts, foundIn }
}

/** Which runs hold a word, each once. */
function* runsWith(
  word: string,
  { runs, begins }: Pick<SearchedTexts, 'runs' | 'begins'>,
): Generator<number> {
  let run = 0
  let at = runs.indexOf(word)
  while (at !== -1) {
    run = lastUpTo(begins, at, run)
    yield run
    const next = begins[run + 1]
    at = next === undefined ? -1 : runs.indexOf(word, next)
  }
}

/** The place of the last number up to another one, from a place on where they rise. */
function lastUpTo(rising: readonly number[], most: number, from: number): number {
  let low = from
  let high = rising.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rising[middle] ?? Infinity) <= most) low = middle
    else high = middle - 1
  }
  return low
}

async function searchByRe2(
  written: string,
  { texts }: SearchedTexts,
  { signal }: Step,
): Promise<Found> {
  const compiled = RE2JS.compile(written, RE2JS.CASE_INSENSITIVE)
  const steps = compiled.programSize()
  if (steps > MOST_STEPS) throw new Error(`it has ${steps} steps, more than ${MOST_STEPS}`)
  const found: string[][] = []
  let work = 0
  for (const text of texts) {
    const matcher = compiled.matcher(text)
    const different = new Set<string>()
    for (let looked = 0; looked < MOST_PLACES && matcher.find(); looked++) {
      different.add(matcher.group()?.toLowerCase() ?? '')
    }
    found.push([...different])
    work += text.length * steps
    if (work > WORK_AT_ONCE) {
      work = 0
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
  }
  return { counts: found.map(({ length }) => length), foundIn: (place) => found[place] ?? [] }
}

/**
 * The first tools in which something was found, those with most different texts before others,
 * equal ones by id.
 */
function ranked(
  { counts }: Found,
  { tools }: SearchedTexts,
  { among, most }: { among: Admitted; most: number },
): { place: number; placed: PlacedTool }[] {
  const byScore: { tool: ToolId; place: number; score: number }[][] = []
  let place = 0
  for (const tool of tools) {
    const score = counts[place] ?? 0
    if (score > 0 && (among.tools?.has(tool) ?? true)) {
      ;(byScore[score] ??= []).push({ tool, place, score })
    }
    place++
  }
  return byScore
    .reverse()
    .flatMap((hits) => hits ?? [])
    .slice(0, most)
    .map(({ tool, place: at, score }, rank) => ({
      place: at,
      placed: { tool, score, witnesses: [{ ...PART, score, rank: rank + 1 }] },
    }))
}

const PART = { kind: 'score', source: 'pattern', origin: 'words' } as const

/** A tool with what was found in it. */
const withTerms = (placed: PlacedTool, matched: readonly string[]): PlacedTool => ({
  ...placed,
  witnesses: placed.witnesses.map((witness) => ({
    ...witness,
    terms: Object.fromEntries(matched.map((text) => [text, 1])),
  })),
})
