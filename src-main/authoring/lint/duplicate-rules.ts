import { idOf } from '../../domain/tool/kept-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { analyser } from '../../pipeline/text/analyse'
import { alikeTexts, type AlikePair } from './alike-texts'
import type { LintRule, LintSubject, Objection, Pause } from './rule'

/** How much of their words two tools have in common; tuned by hand on ToolE and Seal-Tools (see `authoring/README.md`). */
const ALIKE = { duplicate: 0.85, overlap: 0.6 }

/** Tools that cannot be told apart, or hardly. */
export const DUPLICATE_RULES: readonly LintRule[] = [
  {
    id: 'near-duplicate',
    severity: 'warning',
    title: 'Nearly the same tool twice',
    why: 'Of two tools that say the same, an agent and a search pick either at random.',
    async ofCatalog(subject, pause) {
      const { same, pairs } = await alike(subject, pause)
      return [
        ...same.map((pair) => objection(subject, pair, saysTheSame)),
        ...pairs
          .filter(({ shared }) => shared >= ALIKE.duplicate)
          .map((pair) => objection(subject, pair, nearlySame)),
      ]
    },
  },
  {
    id: 'overlap',
    severity: 'note',
    title: 'Tools that overlap',
    why: 'Tools that say much the same take each other’s queries.',
    async ofCatalog(subject, pause) {
      const { pairs } = await alike(subject, pause)
      return pairs
        .filter(({ shared }) => shared < ALIKE.duplicate)
        .map((pair) => objection(subject, pair, nearlySame))
    },
  },
]

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

const found = new WeakMap<LintSubject, Promise<Alike>>()

/** Worked out once for both rules. */
function alike(subject: LintSubject, pause: Pause): Promise<Alike> {
  const known = found.get(subject) ?? findAlike(subject, pause)
  found.set(subject, known)
  return known
}

async function findAlike({ tools, remarks }: LintSubject, pause: Pause): Promise<Alike> {
  const [distinct, same] = await withoutRepeats(tools, pause)
  const texts: (readonly string[])[] = []
  for (const at of distinct) {
    texts.push(comparedWords(tools[at] as CatalogTool))
    await pause()
  }
  const toldApart = toldApartAmong(distinct.map((at) => tools[at] as CatalogTool))
  const { pairs, isCut } = await alikeTexts(
    texts,
    { least: ALIKE.overlap, isPair: (one, other) => !toldApart(one, other) },
    pause,
  )
  if (isCut) remarks.add('So many tools say nearly the same that some of them are not told.')
  return {
    same,
    pairs: telling(
      pairs.map(({ one, other, shared }) => ({
        ...{ one: distinct[one] as number, other: distinct[other] as number, shared },
      })),
    ),
  }
}

/** The tools by what they say: the first of those that say the same, and each further one beside it. */
async function withoutRepeats(
  tools: readonly CatalogTool[],
  pause: Pause,
): Promise<[distinct: number[], same: TellingPair[]]> {
  const saying = new Map<string, number[]>()
  for (const [at, entry] of tools.entries()) {
    const text = sameText(saidBy(entry))
    const key = isSaying(text) ? text : `#${at}`
    const before = saying.get(key)
    if (before) before.push(at)
    else saying.set(key, [at])
    await pause()
  }
  const groups = [...saying.values()]
  const same = groups.flatMap(([first = 0, ...others]) =>
    others.map((other) => ({ one: first, other, shared: 1, more: others.length - 1 })),
  )
  return [groups.map(([first = 0]) => first).sort((a, b) => a - b), same]
}

/** A description of fewer words is too short to be the same by intention. */
const FEWEST_WORDS = 3
/** Characters of a description that are compared. */
const LONGEST = 8_000

/** Whether a text says enough for another to say the same. */
const isSaying = (text: string): boolean =>
  text.trim().split(/\s+/, FEWEST_WORDS).length === FEWEST_WORDS

const saidBy = ({ tool, layer }: CatalogTool): string =>
  (layer.description ?? tool.description).slice(0, LONGEST)

// With stop words: “turn on” and “turn off” differ in nothing else.
const analyse = analyser(['split-identifiers', 'stemming'])

/** The words by which tools are compared; none of a tool that says next to nothing. */
export function comparedWords(entry: CatalogTool): readonly string[] {
  const said = saidBy(entry)
  return isSaying(said) ? analyse(`${entry.tool.name} ${said}`) : []
}

/**
 * Whether each of two tools, by their places, says in its name and in its description what it is and the other is not:
 * `get_rate_by_city` and `get_rate_by_country` differ in a word alone, and nobody takes one for the other. The words of a tool
 * are worked out when it is first asked for: of some families every pair is.
 */
function toldApartAmong(tools: readonly CatalogTool[]): (one: number, other: number) => boolean {
  const known: WordsOfTool[] = []
  const wordsAt = (at: number) => (known[at] ??= wordsOf(tools[at] as CatalogTool))
  const hasOwnWord = (one: WordsOfTool, other: WordsOfTool) =>
    one.nameSaid.some((word) => !other.all.has(word))
  return (one, other) =>
    hasOwnWord(wordsAt(one), wordsAt(other)) && hasOwnWord(wordsAt(other), wordsAt(one))
}

interface WordsOfTool {
  /** Words of its name that its description says as well. */
  nameSaid: readonly string[]
  all: ReadonlySet<string>
}

function wordsOf(entry: CatalogTool): WordsOfTool {
  const said = new Set(asWritten(saidBy(entry)))
  return {
    nameSaid: [...new Set(asWritten(entry.tool.name))].filter((word) => said.has(word)),
    all: new Set(asWritten(`${entry.tool.name} ${saidBy(entry)}`)),
  }
}

const whole = analyser(['stemming'])
/** The words of a text, and its identifiers whole as well: `JetBlue` is a word of `jetblue_log_in`. */
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
  { tools }: LintSubject,
  { one, other, shared, more }: TellingPair,
  say: (other: string, shared: number) => string,
): Objection {
  const [first, second] = [tools[one] as CatalogTool, tools[other] as CatalogTool]
  const besides = more === 0 ? '' : `, and is as like ${more} more`
  return {
    ...{ tool: idOf(second), other: idOf(first), where: `beside ${idOf(first)}` },
    about: [first, second].map((each) => `${each.tool.name}: ${saidBy(each)}`).join('\n'),
    what: `${say(idOf(first), shared)}${besides}.`,
    fix: 'Write into each what the other does not do, or keep one of them.',
  }
}
