import { createHash } from 'node:crypto'
import type { PartAttempt } from '../../domain/proposal/enhanced-tool'
import { idOf } from '../../domain/tool/stored-tool'
import { PROPOSED_PARTS, type ProposedPart } from '../../domain/proposal/text'
import type { CatalogTool, Tool, ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { promptName } from '../../pipeline/prompt'
import { anyTexts } from '../../pipeline/prompts/tool-to-enhance'
import { inWordsOf, type PromptOverrides } from '../../pipeline/ask'
import type { Catalog } from '../../app/workspaces/catalog'
import { promptOf, undescribed } from './ask-part'
import type { EnhancedTools } from './put-proposals'

/** One part of a tool that a model may be asked for. */
export interface ToolPart {
  tool: ToolId
  part: ProposedPart
}

/** Who is asked, and in which words: another model, or other words, are asked anew. */
export interface ModelAndPrompts {
  model: string | undefined
  /** The prompts' names, by part. */
  prompts: ReadonlyMap<ProposedPart, string>
}

export const askedBy = (
  model: string | undefined,
  promptOverrides: PromptOverrides,
): ModelAndPrompts => ({
  model,
  prompts: new Map(
    PROPOSED_PARTS.map((part) => [
      part,
      promptName(inWordsOf(promptOverrides, promptOf(part, anyTexts))),
    ]),
  ),
})

/** What was asked for a part of the tool as it is; undefined where nothing was. */
export function askedOf(
  { tool }: CatalogTool,
  part: ProposedPart,
  enhanced: EnhancedTools,
): PartAttempt | undefined {
  const asked = enhanced.get(tool.id)?.parts[part]
  return asked && asked.of === definitionVersion(tool) ? asked : undefined
}

/**
 * Names what a tool's definition says, whatever its author's layer says: what a model was asked of
 * it counts until the definition is another one, and accepting what it answered asks for nothing
 * again.
 */
export function definitionVersion(tool: Tool): string {
  const known = versions.get(tool)
  if (known !== undefined) return known
  const version = versionOf(tool)
  versions.set(tool, version)
  return version
}

/** A tool in memory never changes: what is written takes its place. */
const versions = new WeakMap<Tool, string>()

function versionOf(tool: Tool): string {
  const { name, title, description, parameters, response, examples } = tool
  const text = canonical([name, title, description, parameters, response, examples]) ?? ''
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Whether there is anything to ask for: the author may have described all parameters. */
const isAskable = (entry: CatalogTool, part: ProposedPart): boolean =>
  part !== 'parameters' || undescribed(entry).length > 0

/** Whether a part is still to be asked for. */
export function isToAsk(
  entry: CatalogTool,
  part: ProposedPart,
  { enhanced, by, again }: { enhanced: EnhancedTools; by: ModelAndPrompts; again: boolean },
): boolean {
  if (!isAskable(entry, part)) return false
  const asked = askedOf(entry, part, enhanced)
  const isSame = asked?.model === by.model && asked?.prompt === by.prompts.get(part)
  return again || !asked || !isSame
}

export interface ChosenParts {
  toAsk: ToolPart[]
  tools: CatalogTool[]
  /** Parts that were asked already. */
  passedOver: number
  gone: number
}

interface Choice {
  ids: readonly ToolId[] | undefined
  parts: readonly ProposedPart[]
  enhanced: EnhancedTools
  by: ModelAndPrompts
  again: boolean
}

/**
 * The parts that are to be asked for, tool by tool, questions before the topics that are made of
 * them.
 * @param pause called between any two tools
 */
export async function chosenParts(
  catalog: Catalog,
  { ids, parts, ...asking }: Choice,
  pause: () => Promise<unknown>,
): Promise<ChosenParts> {
  const wanted = [...new Set(ids ?? catalog.tools.map(idOf))]
  const there = wanted.filter((id) => catalog.has(id))
  const inOrder = PROPOSED_PARTS.filter((part) => parts.includes(part))
  const chosen: ChosenParts = {
    toAsk: [],
    tools: there.map((id) => catalog.tool(id)),
    passedOver: 0,
    gone: wanted.length - there.length,
  }
  for (const entry of chosen.tools) {
    for (const part of inOrder) {
      if (isToAsk(entry, part, asking)) chosen.toAsk.push({ tool: idOf(entry), part })
      else if (isAskable(entry, part)) chosen.passedOver++
    }
    await pause()
  }
  return chosen
}
