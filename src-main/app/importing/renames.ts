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

/** Tools that are compared with each other: all pairs of one server are looked at. */
const MOST_COMPARED = 2_000

/** Two tools that are this much alike, 0 … 1, are likely to be one. */
const LIKELY = 0.6
/** By how much the best must be more alike than the second. */
const MARGIN = 0.1

/**
 * Which of the tools that are gone from a server are likely to be there under a new name: by text,
 * parameters and the words of the name, a third each. Of two that are alike to one tool none is.
 * @param gone tools here that the files do not hold @param added tools of the files that are new
 */
export function likelyRenames(gone: readonly Tool[], added: readonly Tool[]): LikelyRenames {
  const found: LikelyRenames = { renames: [], unclear: [] }
  if (gone.length === 0 || gone.length * added.length > MOST_COMPARED ** 2) return found
  const sides = [gone, added].map((tools) => tools.map(sideOf))
  const [before = [], after = []] = sides
  for (const side of before) {
    const ranked = alikeTo(side, after)
    const [best, second] = ranked
    if (!best) continue
    const isAmbiguous = second !== undefined && best.score - second.score < MARGIN
    const back = alikeTo(best.side, before)
    const isMutual = back[0]?.side === side && back[0].score - (back[1]?.score ?? 0) >= MARGIN
    if (isAmbiguous || !isMutual) {
      const near = ranked.filter(({ score }) => best.score - score < MARGIN)
      found.unclear.push({ id: side.tool.id, as: near.map((each) => each.side.tool.id) })
    } else {
      const isSure = best.side.definition === side.definition && side.says
      found.renames.push({ id: side.tool.id, as: best.side.tool.id, isSure })
    }
  }
  return found
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

/** The renames that are followed: id in the files → id here. */
export const followed = (
  { renames }: LikelyRenames,
  choice: ClashChoices['renames'],
): Map<ToolId, ToolId> =>
  new Map(
    renames
      .filter(({ isSure }) => choice === 'likely' || (choice === 'sure' && isSure))
      .map(({ id, as }) => [as, id]),
  )
