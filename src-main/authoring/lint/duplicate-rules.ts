import { descriptionOf } from '../../domain/tool/catalog-tool'
import { idOf, readInPassing, rememberedOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { textNumber } from '../../domain/value/text-number'
import { alikeAmong, weighTexts, type AlikePair, type NumberedTexts } from './alike-texts'
import { analysersOf, type LintedTool } from './linted-tool'
import { byNotes, type LintRule, type LintSubject, type Objection, type Pause } from './rule'
import { numbered, textNumberer, wordNumbers, type WordNumbers } from './word-numbers'

/**
 * How much of their words two tools have in common; tuned by hand on ToolE and Seal-Tools (see
 * `authoring/README.md`).
 */
const ALIKE = { duplicate: 0.85, overlap: 0.6 }

/** Tools that cannot be told apart, or hardly. */
export const DUPLICATE_RULES: readonly LintRule[] = [
  {
    id: 'near-duplicate',
    severity: 'warning',
    title: 'Nearly the same tool twice',
    why: 'Of two tools that say the same, an agent and a search pick either at random.',
    ofCatalog: byNotes(noteOnTool, async (notes, subject, pause) => {
      const { same, pairs } = await alike(notes, subject, pause)
      return [
        ...same.map((pair) => objection(subject, pair, saysTheSame)),
        ...pairs
          .filter(({ shared }) => shared >= ALIKE.duplicate)
          .map((pair) => objection(subject, pair, nearlySame)),
      ]
    }),
  },
  {
    id: 'overlap',
    severity: 'note',
    title: 'Tools that overlap',
    why: 'Tools that say much the same take each other’s queries.',
    ofCatalog: byNotes(noteOnTool, async (notes, subject, pause) => {
      const { pairs } = await alike(notes, subject, pause)
      return pairs
        .filter(({ shared }) => shared < ALIKE.duplicate)
        .map((pair) => objection(subject, pair, nearlySame))
    }),
  },
]

/** The number of what a tool says; none of one that says next to nothing. */
function noteOnTool({ entry, inCatalog }: LintedTool): number | undefined {
  // The words are worked out while the tool is read anyway.
  comparing.textOf(inCatalog, entry)
  const text = sameText(saidBy(entry))
  return isSaying(text) ? textNumber(text) : undefined
}

type Notes = readonly (number | undefined)[]

interface Alike {
  /** Tools of which another says the very same. */
  same: TellingPair[]
  /** The most alike of each tool, and how many more are. */
  pairs: TellingPair[]
}

interface TellingPair extends AlikePair {
  /** Tools beside these that are as alike. */
  more: number
}

const found = new WeakMap<Notes, Promise<Alike>>()

/** Worked out once for both rules. */
function alike(notes: Notes, subject: LintSubject, pause: Pause): Promise<Alike> {
  const known = found.get(notes) ?? findAlike(notes, subject, pause)
  found.set(notes, known)
  return known
}

async function findAlike(notes: Notes, subject: LintSubject, pause: Pause): Promise<Alike> {
  const { distinct, same } = await withoutRepeats(notes, pause)
  const entries = distinct.map((at) => subject.tools[at] as CatalogTool)
  const areDistinguishable = distinguishableAmong(entries)
  const weighed = await weighTexts(await comparedTexts(entries, pause), pause)
  const { pairs, isCut } = await alikeAmong(
    weighed,
    { least: ALIKE.overlap, isPair: (one, other) => !areDistinguishable(one, other) },
    pause,
  )
  if (isCut)
    subject.remarks.add('So many tools say nearly the same that some of them are not told.')
  return {
    same,
    pairs: telling(
      pairs.map(({ one, other, shared }) => ({
        one: distinct[one] as number,
        other: distinct[other] as number,
        shared,
      })),
    ),
  }
}

/**
 * The tools by what they say: the first of those that say the same, and each further one beside it.
 */
async function withoutRepeats(
  notes: Notes,
  pause: Pause,
): Promise<{ distinct: number[]; same: TellingPair[] }> {
  const saying = new Map<number | string, number[]>()
  for (const [at, said] of notes.entries()) {
    const key = said ?? `#${at}`
    const before = saying.get(key)
    if (before) before.push(at)
    else saying.set(key, [at])
    await pause()
  }
  const groups = [...saying.values()]
  const same = groups.flatMap(([first = 0, ...others]) =>
    others.map((other) => ({ one: first, other, shared: 1, more: others.length - 1 })),
  )
  await pause()
  return { distinct: groups.map(([first = 0]) => first).sort((a, b) => a - b), same }
}

/** A description of fewer words is too short to be the same by intention. */
const FEWEST_WORDS = 3
/** Characters of a description that are compared. */
const LONGEST = 8_000

/** Whether a text says enough for another to say the same. */
const isSaying = (text: string): boolean =>
  text.trim().split(/\s+/, FEWEST_WORDS).length === FEWEST_WORDS

const saidBy = ({ tool, layer }: CatalogTool): string =>
  descriptionOf({ tool, layer }).slice(0, LONGEST)

// With stop words: “turn on” and “turn off” differ in nothing else.
const { ofChunk: wordsOfChunk, ofDocument: analyse } = analysersOf([
  'split-identifiers',
  'stemming',
])

/**
 * Different words that are remembered: some 100 MB. Catalogs that are edited for days have ever new
 * ones.
 */
const MOST_WORDS = 1_000_000

function startComparing() {
  const words = wordNumbers()
  const numbersOf = textNumberer(wordsOfChunk, words)
  const textOf = rememberedOf((entry) => {
    const said = saidBy(entry)
    return isSaying(said) ? numbersOf(`${entry.tool.name} ${said}`) : NO_WORDS
  })
  return { words, textOf }
}

/** Of a tool that says next to nothing. */
const NO_WORDS = new Int32Array()

let comparing = startComparing()

/** What tools are compared by. */
export async function comparedTexts(
  tools: readonly CatalogTool[],
  pause: Pause,
): Promise<NumberedTexts> {
  if (comparing.words.size > MOST_WORDS) comparing = startComparing()
  const { words, textOf } = comparing
  const texts: Int32Array[] = []
  for (const entry of tools) {
    texts.push(textOf(entry))
    await pause()
  }
  return { texts, words }
}

/**
 * Whether each of two tools, by their places, says in its name and in its description what it is
 * and the other is not: `get_rate_by_city` and `get_rate_by_country` differ in a word alone, and
 * nobody takes one for the other. The words of a tool are worked out when it is first asked for: of
 * some families every pair is.
 */
function distinguishableAmong(
  tools: readonly CatalogTool[],
): (one: number, other: number) => boolean {
  const known: WordsOfTool[] = []
  const words = wordNumbers()
  const wordsAt = (at: number) =>
    (known[at] ??= wordsOf(readInPassing(tools[at] as CatalogTool), words))
  const hasOwnWord = (one: WordsOfTool, other: WordsOfTool) =>
    one.nameSaid.some((word) => !other.all.includes(word))
  return (one, other) =>
    hasOwnWord(wordsAt(one), wordsAt(other)) && hasOwnWord(wordsAt(other), wordsAt(one))
}

interface WordsOfTool {
  /** Words of its name that its description says as well. */
  nameSaid: Int32Array
  all: Int32Array
}

function wordsOf(entry: CatalogTool, words: WordNumbers): WordsOfTool {
  const said = new Set(asWritten(saidBy(entry)))
  const ofName = asWritten(entry.tool.name).filter((word) => said.has(word))
  return {
    nameSaid: numbered(ofName, words),
    all: numbered(asWritten(`${entry.tool.name} ${saidBy(entry)}`), words),
  }
}

const whole = analysersOf(['stemming']).ofDocument
/**
 * The words of a text, and its identifiers whole as well: `JetBlue` is a word of `jetblue_log_in`.
 */
const asWritten = (text: string): string[] => [...analyse(text), ...whole(text)]

/** The most alike other of each tool, each pair once. */
function telling(pairs: readonly AlikePair[]): TellingPair[] {
  const best = new Map<number, { pair: AlikePair; count: number }>()
  for (const pair of pairs) {
    for (const at of [pair.one, pair.other]) {
      const known = best.get(at)
      const isBetter = !known || pair.shared > known.pair.shared
      best.set(at, { pair: isBetter ? pair : known.pair, count: (known?.count ?? 0) + 1 })
    }
  }
  const told = new Map<AlikePair, TellingPair>()
  for (const { pair, count } of best.values()) {
    const more = Math.max(told.get(pair)?.more ?? 0, count - 1)
    told.set(pair, { ...pair, more })
  }
  return [...told.values()]
}

const saysTheSame = (other: string): string => `It says word for word what ${other} says`
const nearlySame = (other: string, shared: number): string =>
  `It shares ${Math.round(shared * 100)} % of its words, by their rarity, with ${other}`

function objection(
  { read }: LintSubject,
  { one, other, shared, more }: TellingPair,
  say: (other: string, shared: number) => string,
): Objection {
  const first = read(one)
  const second = read(other)
  const besides = more === 0 ? '' : `, and is as like ${more} more`
  return {
    tool: idOf(second),
    other: idOf(first),
    where: `beside ${idOf(first)}`,
    about: [first, second].map((each) => `${each.tool.name}: ${saidBy(each)}`).join('\n'),
    what: `${say(idOf(first), shared)}${besides}.`,
    fix: 'Write into each what the other does not do, or keep one of them.',
  }
}
