import type { ReviewWrittenAnswer, WrittenPart } from '../../contract/review'
import { textsOfPart } from '../../authoring/gate/gate'
import type { TextProposal } from '../../domain/proposal/text'
import { ToolId, type AuthorLayer } from '../../domain/tool/tool'
import type { AppContext } from '../context'
import { proposalsOf, stateOf } from './proposed-texts'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const ReviewWrittenInput = z.object({ dir: Dir, tool: ToolId })
export type ReviewWrittenInput = z.output<typeof ReviewWrittenInput>

/**
 * Which texts of a tool were proposed and stand as they were accepted, and how many proposals wait.
 */
export async function writtenParts(
  context: AppContext,
  { dir, tool }: ReviewWrittenInput,
): Promise<ReviewWrittenAnswer> {
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const own = (await proposalsOf(session)).filter((each) => each.tool === tool)
  const layer = catalog.has(tool) ? catalog.tool(tool).layer : {}
  return {
    parts: own.flatMap((each) => writtenPart(each, layer)),
    open: own.filter((each) => stateOf(each) === 'open').length,
  }
}

function writtenPart(proposal: TextProposal, layer: AuthorLayer): WrittenPart[] {
  const { id, part, origin, at, decision } = proposal
  if (decision?.verdict !== 'accepted') return []
  const { before = {}, written = {}, decidedAt, batch } = decision
  const there = new Set(textsOfPart(part, layer))
  const known = new Set(textsOfPart(part, before))
  const entries = textsOfPart(part, written).filter((text) => there.has(text) && !known.has(text))
  if (entries.length === 0) return []
  return [
    {
      id,
      part,
      origin,
      at,
      decidedAt,
      batch,
      isEdited: isOtherwise(proposal),
      entries: entries.length,
    },
  ]
}

/**
 * Whether something else was written than was proposed: less of it, or more besides what was there.
 */
function isOtherwise({ part, proposed, decision }: TextProposal): boolean {
  const { before = {}, written = {} } = decision ?? {}
  const texts = textsOfPart(part, written)
  const wanted = textsOfPart(part, proposed)
  if (wanted.some((text) => text.trim() !== '' && !texts.includes(text))) return true
  // The imported tags stand in a layer's as well.
  const there = textsOfPart(part, before)
  return part !== 'tags' && texts.some((text) => !wanted.includes(text) && !there.includes(text))
}
