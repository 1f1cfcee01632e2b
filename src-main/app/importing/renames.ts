import type { ClashChoices } from '../../domain/catalog/import'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { Tool, ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { jaccard } from '../../domain/value/jaccard'

/** A tool here that is gone from the files, and the tool of the files that it seems to be now. */
export interface Rename {
  /** Of the tool here. */
  id: ToolId
  /** Of the tool in the files. */
  as: ToolId
  /** Whether both say and take the very same. */
  isSure: boolean
}

/** Renames of an import, and tools that are gone for which several others could stand. */
export interface LikelyRenames {
  renames: Rename[]
  unclear: { id: ToolId; as: ToolId[] }[]
}

/** Pairs of tools that are compared: more are not looked at, as texts take long. */
const MOST_PAIRS = 40_000

/** Two tools that are this much alike, 0 … 1, are likely to be one. */
const LIKELY = 0.6
/** By how much the best must be more alike than the second. */
const MARGIN = 0.1

/**
 * Which of the tools that are gone from a server are likely to be there under a new name: those
 * that say and take the very same, and of the others, where they are not too many, those that are
 * most alike by text, parameters and the words of the name, a third each. Of two that are alike to
 * one tool none is.
 * @param gone tools here that the files do not hold @param added tools of the files that are new
 */
export function likelyRenames(gone: readonly Tool[], added: readonly Tool[]): LikelyRenames {
  if (gone.length === 0 || added.length === 0) return { renames: [], unclear: [] }
  const before = gone.map(sideOf)
  const after = added.map(sideOf)
  const exact = sameDefinitions(before, after)
  const known = new Set(exact.flatMap((pair) => [pair.before, pair.after]))
  const found: LikelyRenames = {
    renames: exact.map((pair) => ({ ...idsOf(pair), isSure: true })),
    unclear: [],
  }
  const open = [before, after].map((sides) => sides.filter((side) => !known.has(side)))
  const [left = [], right = []] = open
  if (left.length * right.length > MOST_PAIRS) return found
  for (const side of left) {
    const ranked = alikeTo(side, right)
    const [best] = ranked
    if (!best) continue
    const near = ranked.filter(({ score }) => best.score - score < MARGIN)
    const [first, second] = alikeTo(best.side, left)
    const isMutual = first?.side === side && first.score - (second?.score ?? 0) >= MARGIN
    if (near.length === 1 && isMutual) {
      found.renames.push({ ...idsOf({ before: side, after: best.side }), isSure: false })
    } else {
      found.unclear.push({ id: side.tool.id, as: near.map((each) => each.side.tool.id) })
    }
  }
  return found
}

const idsOf = ({ before, after }: Pair) => ({ id: before.tool.id, as: after.tool.id })

interface Pair {
  before: Side
  after: Side
}

/** Sides of one server that say and take the very same, where one of each does. */
function sameDefinitions(before: readonly Side[], after: readonly Side[]): Pair[] {
  const keyOf = ({ tool, definition }: Side) => JSON.stringify([tool.server ?? null, definition])
  const gone = Map.groupBy(before, keyOf)
  return [...Map.groupBy(after, keyOf)].flatMap(([key, others]) => {
    const sides = gone.get(key) ?? []
    const [one] = sides
    const [other] = others
    const isOne = sides.length === 1 && others.length === 1
    return isOne && one?.says && other ? [{ before: one, after: other }] : []
  })
}

/** What of a tool is compared. */
interface Side {
  tool: Tool
  text: Set<string>
  name: Set<string>
  parameters: Set<string>
  /** What agents are told besides its name. */
  definition: string
  /** Whether that is enough to know a tool by. */
  says: boolean
}

/** Characters of a description that are compared. */
const LONGEST = 2_000
/** Words by which a text is known. */
const FEWEST_WORDS = 3

function sideOf(tool: Tool): Side {
  const text = wordsOf(tool.description.slice(0, LONGEST))
  return {
    tool,
    text,
    name: wordsOf(tool.name),
    parameters: new Set(parametersOf(tool.parameters).parameters.map(({ path }) => path)),
    definition: canonical([tool.description, tool.parameters]) ?? '',
    says: text.size >= FEWEST_WORDS,
  }
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )

/** The sides of the same server that are likely to be the same tool, the most alike first. */
const alikeTo = (side: Side, others: readonly Side[]): { side: Side; score: number }[] =>
  others
    .filter(({ tool }) => tool.server === side.tool.server)
    .map((other) => ({ side: other, score: likeness(side, other) }))
    .filter(({ score }) => score >= LIKELY)
    .toSorted((one, other) => other.score - one.score)

/** Where neither takes anything, that says little: name and text decide. */
function likeness(one: Side, other: Side): number {
  if (one.definition === other.definition && one.says) return 1
  const text = jaccard(one.text, other.text)
  const name = jaccard(one.name, other.name)
  if (one.parameters.size + other.parameters.size === 0) return (text + name) / 2
  return (text + name + jaccard(one.parameters, other.parameters)) / 3
}

/**
 * The renames that are followed: id in the files → id here. @param isNewer whether what is read is
 * what was here before, read again: else a list may be another part of it
 */
export const followed = (
  { renames }: LikelyRenames,
  choice: ClashChoices['renames'],
  isNewer: (here: ToolId) => boolean,
): Map<ToolId, ToolId> =>
  new Map(
    renames
      .filter(
        ({ id, isSure }) => choice === 'likely' || (choice === 'sure' && isSure && isNewer(id)),
      )
      .map(({ id, as }) => [as, id]),
  )
