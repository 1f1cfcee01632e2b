import { WRITING } from '../../domain/query/writing'
import type { Judgement } from '../../domain/query/written-query'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { CatalogTool, Tool } from '../../domain/tool/tool'
import { splitIdentifier } from '../../pipeline/text/analyse'

/**
 * A query for some tools without a model, in the words that stand with them; undefined where one of
 * them has none, or they are too long. It asks in the catalog's own words, and so is found more
 * easily than what users say.
 * @param random in 0…1, 1 excluded: which of several examples is taken
 */
export function templateQuery(
  tools: readonly CatalogTool[],
  template: 'example' | 'parameters',
  random: () => number,
): string | undefined {
  const wishes = tools.map(({ tool }) =>
    template === 'example' ? exampleWish(tool, random) : parameterWish(tool),
  )
  if (!wishes.every((wish) => wish !== undefined)) return undefined
  const text = wishes.map(sentence).join(' ')
  return text.length > WRITING.longestQuery ? undefined : text
}

/**
 * What one of its examples says that a user wants; of a tool without any, one of those that its
 * data was augmented with.
 */
function exampleWish({ examples, standardised }: Tool, random: () => number): string | undefined {
  const own = intentsOf(examples)
  const augmented = intentsOf(standardised?.examples ?? [])
  const intents = own.length > 0 ? own : augmented
  return intents[Math.floor(random() * intents.length)]
}

const intentsOf = (examples: Tool['examples']): string[] =>
  examples.flatMap(({ intent }) => intent?.trim() || [])

const MOST_PARAMETERS = 3

/**
 * The first sentence of its description, with what the user has for the parameters that it must be
 * given.
 */
function parameterWish({ description, parameters }: Tool): string | undefined {
  const [first = ''] = description.trim().split(/(?<=[.!?。！？])\s|\n/u)
  if (first === '') return undefined
  const given = parametersOf(parameters)
    .parameters.filter(({ level, required }) => level === 1 && required)
    .slice(0, MOST_PARAMETERS)
    .map(({ name }) => splitIdentifier(name).toLowerCase())
  const wish = first.replace(/[.。]$/u, '')
  return given.length > 0 ? `${wish}, for this ${given.join(', ')}` : wish
}

const sentence = (wish: string): string => (/[.!?。！？]$/u.test(wish) ? wish : `${wish}.`)

/**
 * Whether a query is kept: its bundle solves it exactly, and with a tool less only in part (PTR,
 * section 3). Of a single tool: it solves the query, and its nearest neighbour does not.
 */
export const keepsQuery = (
  { whole, less }: { whole: Judgement; less?: Judgement | undefined },
  size: number,
): boolean =>
  whole.solving === 'exact' &&
  (size > 1
    ? less?.solving === 'partial'
    : // A catalog of one tool has no neighbour that could.
      less === undefined || less.solving === 'partial' || less.solving === 'none')

/** Words of a name from which on it is told by them even where they are written apart. */
const TELLING_WORDS = 3

/**
 * The tools whose names stand in a text: as they are written (`send_mail`, `SendMail`), or word by
 * word where that cannot be chance. A name of one common word, such as `search`, gives nothing
 * away.
 */
export function namedIn(text: string, names: readonly string[]): string[] {
  const lower = text.toLowerCase()
  const spoken = ` ${words(text)} `
  return names.filter((name) => {
    const parts = words(name).split(' ')
    const isWritten = parts.length > 1 || /[^a-z]/i.test(name)
    if (isWritten && !name.includes(' ') && lower.includes(name.toLowerCase())) return true
    return parts.length >= TELLING_WORDS && spoken.includes(` ${parts.join(' ')} `)
  })
}

const words = (text: string): string =>
  splitIdentifier(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
