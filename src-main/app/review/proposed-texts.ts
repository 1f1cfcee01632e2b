import type { ReviewState } from '../../contract/review'
import { textsOfPart } from '../../authoring/gate/gate'
import { Problem } from '../../domain/problem'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import type { TextProposal } from '../../domain/proposal/text'
import type { CatalogTool } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'
import { acceptedPart, partInForce } from './accepted-part'

export const stateOf = ({ decision }: TextProposal): ReviewState => decision?.verdict ?? 'open'

/** Whether a proposal is one of these; all are where none are named. */
export function isAmong(ids: readonly string[] | undefined): (proposal: { id: string }) => boolean {
  const named = ids && new Set(ids)
  return ({ id }) => named?.has(id) ?? true
}

/** All proposals of a workspace, the oldest first, as its last commit left them. */
export async function proposalsOf({ store }: Session): Promise<TextProposal[]> {
  return (await store.read('textProposals')).textProposals
}

/** @throws Problem `not-found`. */
export function proposalWith(proposals: readonly TextProposal[], id: string): TextProposal {
  const found = proposals.find((each) => each.id === id)
  if (found) return found
  throw new Problem(
    'not-found',
    'This proposal is not there any more.',
    'It was proposed anew or removed meanwhile: look at the list again.',
  )
}

/**
 * Why a proposal cannot be accepted as it is: it says nothing, or more than a part may hold, with
 * what stands in the tool's layer.
 */
export const faultOf = (proposal: Wording, entry: CatalogTool | undefined): string | undefined =>
  wordingFault(proposal) ?? (entry && roomFault(proposal, entry))

type Wording = Pick<TextProposal, 'part' | 'proposed'>

/** Why a part cannot be written as it is worded: it says nothing, or too much. */
export function wordingFault({ part, proposed }: Wording): string | undefined {
  const texts = textsOfPart(part, proposed)
  if (!texts.some((text) => text.trim() !== ''))
    return 'It says nothing: there is nothing to accept.'
  const { longest, mostEntries } = TEXT_PROPOSALS
  const most =
    part === 'questions' || part === 'topics' || part === 'tags'
      ? longest.entry
      : part === 'parameters'
        ? longest.parameter
        : longest[part]
  const length = Math.max(...texts.map((text) => text.length))
  if (length > most) {
    return `It is too long: ${length} characters, where ${most} are room enough. Edit it, or reject it.`
  }
  const isList = Array.isArray(proposed[part]) || part === 'parameters'
  return isList && texts.length > mostEntries
    ? `It has too many entries: ${texts.length}, where ${mostEntries} are room enough. Edit it, or reject it.`
    : undefined
}

/** Parameters have room for all that the tool takes; of lists, what stands there counts as well. */
function roomFault({ part, proposed }: Wording, entry: CatalogTool): string | undefined {
  const texts = proposed[part]
  const now = partInForce(entry, part)[part]
  if (!Array.isArray(texts) || !Array.isArray(now)) return undefined
  const { mostEntries } = TEXT_PROPOSALS
  if (now.length + texts.length <= mostEntries) return undefined
  const { length } = textsOfPart(part, acceptedPart(entry, { part, proposed }))
  return length > mostEntries && length > now.length
    ? `Together with the current entries there would be ${length}, of at most ${mostEntries}. Edit it, or reject it.`
    : undefined
}

export const isGone = (catalog: Catalog, { tool }: Pick<TextProposal, 'tool'>): boolean =>
  !catalog.has(tool)
