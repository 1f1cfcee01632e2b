import { collectedQuestions, queriesOfTools } from './collected-questions'
import { newTexts, isOwnText } from './new-texts'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import { CollectedFrom, type TextProposal } from '../../domain/proposal/text'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../../app/workspaces/catalog'

/** Questions proposed of one origin for one tool: more say little more, and fill its document. */
const MOST_COLLECTED = 10

/**
 * Questions of one tool that neither its layer nor an open proposal has, by origin; none stands
 * under two.
 */
export type NewQuestions = Readonly<Record<CollectedFrom, string[]>>

interface Collecting {
  ids: readonly ToolId[]
  /** What was proposed before: what was rejected is not wanted, and what is open stays. */
  proposals: readonly TextProposal[]
}

/**
 * What could be proposed for tools, of those for which there is anything.
 * @param pause called between any two tools
 */
export async function newQuestions(
  catalog: Catalog,
  { ids, proposals }: Collecting,
  pause: () => Promise<unknown>,
): Promise<ReadonlyMap<ToolId, NewQuestions>> {
  const logged = queriesOfTools(await catalog.history())
  const ofTools = Map.groupBy(
    proposals.filter(({ part }) => part === 'questions'),
    ({ tool }) => tool,
  )
  const found = new Map<ToolId, NewQuestions>()
  for (const id of new Set(ids)) {
    const own = questionsOf(catalog.tool(id), logged.get(id) ?? [], ofTools.get(id) ?? [])
    if (Object.values(own).some((texts) => texts.length > 0)) found.set(id, own)
    await pause()
  }
  return found
}

function questionsOf(
  entry: CatalogTool,
  logged: readonly string[],
  proposals: readonly TextProposal[],
): NewQuestions {
  const collected = collectedQuestions(entry, logged)
  const isOwn = isOwnText(entry, 'questions')
  const stands = entry.layer.questions ?? []
  const rejected = proposals.filter(({ decision }) => decision?.verdict === 'rejected')
  const known = [...stands, ...rejected.flatMap(({ proposed }) => proposed.questions ?? [])]
  const room = TEXT_PROPOSALS.mostEntries - stands.length
  const own: NewQuestions = { examples: [], 'logged-queries': [], parameters: [] }
  for (const by of CollectedFrom.options) {
    const fitting = collected[by].filter(
      (text) => text.length <= TEXT_PROPOSALS.longest.entry && !isOwn(text),
    )
    const texts = newTexts(fitting, known, Math.min(MOST_COLLECTED, room))
    known.push(...texts)
    if (!isOpen(entry, { by, texts }, proposals)) own[by].push(...texts)
  }
  return own
}

/** Whether just this is proposed already, of the tool as it is. */
const isOpen = (
  entry: CatalogTool,
  { by, texts }: { by: CollectedFrom; texts: readonly string[] },
  proposals: readonly TextProposal[],
): boolean =>
  proposals.some(
    ({ decision, origin, seen, of }) =>
      !decision &&
      origin.by === by &&
      canonical(seen) === canonical(texts) &&
      of === toolVersion(entry),
  )
