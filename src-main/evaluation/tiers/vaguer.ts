import { GOLDEN } from '../../domain/query/golden-limits'
import { VAGUER_FIELD, type GoldenQuery } from '../../domain/query/golden-set'
import type { CatalogTool, JsonValue } from '../../domain/tool/tool'
import { analyser, splitIdentifier } from '../../pipeline/text/analyse'
import { randomNumbers, seedOf } from '../statistics/random'

/** How a query was made vaguer; each is done where there is anything to do. */
type Vaguing = 'names dropped' | 'arguments dropped' | 'common words for rare ones'

export interface Vaguer {
  query: GoldenQuery
  by: Vaguing[]
}

/**
 * Words for which a person in a hurry has a commoner one, a group a line: the first stands for the
 * others.
 */
const COMMON = `
get retrieve obtain fetch acquire extract
make create generate produce compose build
find search locate identify discover determine
change update modify convert transform adjust edit
check verify validate examine inspect analyze analyse assess evaluate
figure calculate compute estimate
plan schedule arrange organize organise
pick select choose recommend suggest
show display visualize present
add insert register store save upload
remove delete cancel
buy purchase order book reserve
send deliver transmit notify
money currency price cost payment budget
place location address city region country
people users customers members patients students employees
info information details data statistics
`
const commonOf = new Map(
  COMMON.trim()
    .split('\n')
    .flatMap((line) => {
      const [common = '', ...others] = line.trim().split(' ')
      return others.map((other) => [other, common] as const)
    }),
)

const stems = analyser(['split-identifiers', 'stemming'])
const contentWords = analyser(['stop-words'])

/** Of its words that carry a wish, a query keeps two and this share: fewer say nothing any more. */
const KEPT = 0.4
const FEWEST_WORDS = 2

/**
 * A query as somebody would ask it who knows neither the tools nor what they take: words of right
 * tools’ names dropped, values of arguments dropped, common words put for rarer ones. The same seed
 * gives the same, bit for bit; nothing where there is nothing to drop, hardly a word would stay, no
 * tool is right, or the text is longer than queries are. It is marked as made by rule; its tier is
 * for the rule to tell.
 */
export function vaguer(
  query: GoldenQuery,
  toolOf: (id: GoldenQuery['tools'][number]) => CatalogTool | undefined,
  seed: number,
): Vaguer | undefined {
  if (query.tools.length === 0 || query.text.length > GOLDEN.longestText) return undefined
  const random = randomNumbers(seedOf(seed, query.id))
  const by: Vaguing[] = []
  const fewest = Math.max(FEWEST_WORDS, KEPT * contentWords(query.text).length)
  const apply = (text: string, how: Vaguing, change: (of: string) => string): string => {
    const made = tidied(change(text))
    if (made === tidied(text) || contentWords(made).length < fewest) return text
    by.push(how)
    return made
  }
  const names = new Set(
    query.tools.flatMap((id) => stems(splitIdentifier(toolOf(id)?.tool.name ?? ''))),
  )
  const values = (query.calls ?? []).flatMap((call) => valuesIn(call.arguments))
  let text = apply(query.text, 'arguments dropped', (of) => withoutArguments(of, values))
  text = apply(text, 'names dropped', (of) => withoutNames(of, names, random))
  text = apply(text, 'common words for rare ones', inCommonWords)
  if (by.length === 0) return undefined
  const { calls: _calls, rewritten: _rewritten, tags = [], ...kept } = query
  const ownTags = tags.filter((tag) => !tag.startsWith('tier:'))
  return {
    by,
    query: {
      ...kept,
      id: `${query.id} (vaguer)`,
      text,
      origin: 'synthetic',
      ...(ownTags.length > 0 && { tags: ownTags }),
      extra: { ...query.extra, [VAGUER_FIELD]: query.id, by },
    },
  }
}

function valuesIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((each) => (each === undefined ? [] : valuesIn(each)))
}

/** Stands for the value of an expected call; no text holds it. */
const VALUE = '\uE000'
/** Words that lead to an argument, which go with it: `with the ID`, `named`, `from the city of`. */
const LEADING = String.raw`(?:\b(?:with|for|in|at|on|from|to|of|by|named|called|using|the|an?|id|code|number)\s+){0,4}`
/** Quoted texts, addresses, numbers with their units, and names in capitals within a sentence. */
const ARGUMENTS = [
  `["“'‘]?${VALUE}["”'’]?`,
  String.raw`["“][^"”]{0,500}["”]`,
  String.raw`(?<!\p{L})'[^']{2,500}'(?!\p{L})`,
  String.raw`\S{1,100}@\S+|https?:\/\/\S+`,
  String.raw`[$€£]?\d[\d.,:%/-]*\p{L}*`,
].map((pattern) => new RegExp(LEADING + `(?:${pattern})`, 'giu'))
const NAMED = new RegExp(
  String.raw`(?<=[\p{L},] )(?:(?:with|for|in|at|on|from|to|of|by|named|called) )?\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*`,
  'gu',
)

/** Without values of the expected calls and all else that is an argument by its look. */
function withoutArguments(text: string, values: readonly string[]): string {
  const left = values
    .filter((value) => value.length > 1 && value.length <= text.length)
    .toSorted((a, b) => b.length - a.length)
    // Marked, they go with what leads to them.
    .reduce((of, value) => of.replace(wholeWords(value), VALUE), text)
  return ARGUMENTS.reduce((of, pattern) => of.replace(pattern, ' '), left).replace(NAMED, ' ')
}

const wholeWords = (value: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${value.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}(?![\p{L}\p{N}])`,
    'gu',
  )

const inCommonWords = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const plain = word.toLowerCase()
    const common = commonOf.get(plain)
    if (common === undefined) return word
    return /^\p{Lu}/u.test(word) ? common.charAt(0).toUpperCase() + common.slice(1) : common
  })

/**
 * How often a word of a name that stands alone is left out: whoever is vague still says what it is
 * about.
 */
const LEFT_OUT = 0.25

/** Of words of names that stand together only the last, of others some. */
const withoutNames = (text: string, names: ReadonlySet<string>, random: () => number): string =>
  text.replace(/(\p{L}+)(?:(?= (\p{L}+))|)/gu, (word, _: string, next: string | undefined) => {
    const isOfName = (one: string) => stems(one).some((stem) => names.has(stem))
    if (!isOfName(word)) return word
    const leads = next !== undefined && isOfName(next)
    return leads || random() < LEFT_OUT ? '' : word
  })

/**
 * Without what dropping leaves: doubled spaces and words, prepositions and articles before nothing.
 */
const tidied = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:?!)])/g, '$1')
    .replace(/([,;:]){2,}/g, '$1')
    .replace(/\b(\p{L}{1,60})( \1\b)+/giu, '$1')
    .replace(
      /( (?:a|an|the|of|in|on|at|for|to|with|from|by|and|or|named|called))+(?=[,.;:?!)]|$)/giu,
      '',
    )
    .trim()
