import { splitIdentifier } from '../../../pipeline/text/analyse'
import { sentencesOf } from '../../../pipeline/text/sentences'

/** Numbers in 0…1 (1 excluded). */
type Random = () => number

/** Words that stand for each other in the names and descriptions of tools, a group a line; ours. */
const GROUPS = `
  get fetch retrieve
  list show display
  create make
  add insert
  delete remove
  update modify edit
  search find
  send deliver
  calculate compute
  check verify
  analyze examine
  book reserve
  buy purchase
  start begin
  stop end
  convert transform
  generate produce
  provide supply
  information details
  user customer
  message note
  picture image photo
  file document
  price cost
  place location
  date day
  job task
  amount quantity
  kind type
`

const synonyms = new Map<string, readonly string[]>(
  GROUPS.trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap((group) =>
      group.map((word) => [word, group.filter((other) => other !== word)] as const),
    ),
)

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)]

/**
 * What the first rule that changes anything makes, begun with one drawn; undefined where none does.
 */
function byAnyRule<Text>(
  rules: readonly ((of: Text) => Text)[],
  { of, random, isSame }: { of: Text; random: Random; isSame: (made: Text) => boolean },
): Text | undefined {
  const from = Math.floor(random() * rules.length)
  const made = [...rules.slice(from), ...rules.slice(0, from)].map((rule) => rule(of))
  return made.find((each) => !isSame(each))
}

/** The same word by another of its group, in the same case; as it is where it has none. */
function synonymOf(word: string, random: Random): string {
  const plain = word.toLowerCase()
  const isWhole = synonyms.has(plain)
  const base = !isWhole && plain.endsWith('s') ? plain.slice(0, -1) : plain
  const other = pick(synonyms.get(base) ?? [], random)
  if (other === undefined) return word
  const made = isWhole ? other : inThirdPerson(other)
  return /^\p{Lu}/u.test(word) ? made.charAt(0).toUpperCase() + made.slice(1) : made
}

const inThirdPerson = (word: string): string => {
  if (/(ch|sh|s|x)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

const withSynonyms = (text: string, random: Random): string =>
  text.replace(/\p{L}+/gu, (word) => synonymOf(word, random))

/** Openings that say nothing of what a tool does. */
const OPENINGS = ['This tool allows you to', 'Use this function in order to', 'An endpoint to']

/**
 * A text in other words: by synonyms, cut to its first sentence, or behind an opening; undefined
 * where that leaves it as it is.
 */
export const reworded = (text: string, random: Random): string | undefined =>
  byAnyRule(
    [
      (of) => withSynonyms(of, random),
      (of) => sentencesOf(of)[0] ?? of,
      (of) => (of.trim() === '' ? of : `${pick(OPENINGS, random)} ${uncapitalised(of)}`),
    ],
    { of: text, random, isSame: (made) => made === text },
  )

const uncapitalised = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** The words of an identifier. */
export const wordsOf = (name: string): string[] =>
  splitIdentifier(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

type Style = 'snake' | 'kebab' | 'camel' | 'pascal' | 'spaced'

function styleOf(name: string): Style {
  if (name.includes('_')) return 'snake'
  if (name.includes('-')) return 'kebab'
  if (name.includes(' ')) return 'spaced'
  if (/^\p{Lu}/u.test(name)) return 'pascal'
  return /\p{Lu}/u.test(name) ? 'camel' : 'snake'
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const IN_STYLE: Readonly<Record<Style, (words: readonly string[]) => string>> = {
  snake: (words) => words.join('_').toLowerCase(),
  kebab: (words) => words.join('-').toLowerCase(),
  spaced: (words) => words.join(' '),
  pascal: (words) => words.map(capital).join(''),
  camel: ([first = '', ...others]) => first.toLowerCase() + others.map(capital).join(''),
}

/** Words as an identifier in the style of another one. */
export const namedLike = (name: string, words: readonly string[]): string =>
  IN_STYLE[styleOf(name)](words)

/**
 * An identifier by another rule: with synonyms, its first word last, or in another case style;
 * undefined where that leaves it as it is.
 */
export function renamed(name: string, random: Random): string | undefined {
  const words = wordsOf(name)
  const [first, ...others] = words
  if (first === undefined) return undefined
  const inStyle = (made: readonly string[]) => namedLike(name, made)
  // What is only written in another way, such as `TheURL` as `TheUrl`, is no other name.
  const before = [name, inStyle(words)]
  return byAnyRule(
    [
      () => inStyle(words.map((word) => synonymOf(word, random))),
      () => inStyle([...others, first]),
      () => IN_STYLE[styleOf(name) === 'snake' ? 'camel' : 'snake'](words),
    ],
    { of: name, random, isSame: (made) => before.includes(made) },
  )
}
