import { idOf } from '../../domain/tool/stored-tool'
import type { ProposedText, TextProposal } from '../../domain/proposal/text'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { bareText } from '../../domain/value/same-text'
import { textsOfPart } from '../../authoring/gate/gate'
import { PROPOSED_PARTS } from '../../domain/proposal/text'

/** What tools say, by which a text is known that is another one's. */
export interface TextsOfOthers {
  /** Tells of texts whether another tool than this says the same. */
  than(tool: ToolId): (text: string) => boolean
  add(tool: ToolId, proposed: ProposedText): void
}

/** Shorter ones, such as topics, many tools may share. */
const SHORTEST = 20

/**
 * The sentences that tools say of themselves, and that are proposed for them. A model that gives
 * the same to every tool is heard once.
 */
export function textsOfOthers(
  tools: readonly CatalogTool[],
  proposals: readonly TextProposal[],
): TextsOfOthers {
  const saidBy = new Map<string, ToolId>()
  const note = (tool: ToolId, text: string | undefined) => {
    const bare = bareText(text ?? '')
    if (bare.length >= SHORTEST && !saidBy.has(bare)) saidBy.set(bare, tool)
  }
  const add = (tool: ToolId, proposed: ProposedText) => {
    for (const part of PROPOSED_PARTS) {
      for (const text of textsOfPart(part, proposed)) note(tool, text)
    }
  }
  for (const { tool, layer } of tools) {
    note(idOf({ tool, layer }), tool.description)
    add(idOf({ tool, layer }), layer)
  }
  for (const { tool, proposed, decision } of proposals) {
    if (decision?.verdict !== 'rejected') add(tool, proposed)
  }
  return {
    than: (tool) => (text) => (saidBy.get(bareText(text)) ?? tool) !== tool,
    add,
  }
}
