import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { LogEvent } from '../log-shape'
import { nameWith, objectsIn, saysFailed, textIn, textUnder } from '../read-values'

/** What a message's content says beside its text. */
type BlockReader = (block: JsonObject) => LogEvent[] | undefined

/** Anthropic's `tool_use` and `tool_result`, also of servers of MCP and of tools it hosts. */
const anthropic: BlockReader = (block) => {
  const type = textIn(block.type) ?? ''
  if (/^(mcp_|server_)?tool_use$/.test(type)) {
    const name = textIn(block.name)
    const called = name === undefined ? {} : { name: nameWith(name, block.server_name) }
    return [{ kind: 'call', ...called, arguments: block.input, id: textIn(block.id) }]
  }
  if (!/tool_result$/.test(type)) return undefined
  const failed = saysFailed(block) || /_error$/.test(errorType(block.content))
  return [{ kind: 'result', id: textIn(block.tool_use_id), failed }]
}

const errorType = (content: JsonValue | undefined): string =>
  isObject(content) ? (textIn(content.type) ?? '') : ''

/** `toolUse` and `toolResult` of Bedrock's Converse. */
const bedrock: BlockReader = ({ toolUse, toolResult }) => {
  if (isObject(toolUse)) {
    const name = textIn(toolUse.name)
    const id = textIn(toolUse.toolUseId)
    return [{ kind: 'call', ...(name !== undefined && { name }), arguments: toolUse.input, id }]
  }
  if (!isObject(toolResult)) return undefined
  return [{ kind: 'result', id: textIn(toolResult.toolUseId), failed: saysFailed(toolResult) }]
}

/** `tool-call` and `tool-result` of the AI SDK. */
const aiSdk: BlockReader = (block) => {
  const name = textIn(block.toolName)
  const id = textIn(block.toolCallId)
  if (block.type === 'tool-call') {
    const given = block.input ?? block.args
    return [{ kind: 'call', ...(name !== undefined && { name }), arguments: given, id }]
  }
  if (block.type !== 'tool-result') return undefined
  const { output } = block
  const failed = saysFailed(block) || (isObject(output) && /^error/.test(textIn(output.type) ?? ''))
  return [{ kind: 'result', id, name, failed }]
}

/** A provider whose messages have blocks of its own adds how one is read. */
const READERS: readonly BlockReader[] = [anthropic, bedrock, aiSdk]

/** The calls and results among the blocks of a message's content. */
export const eventsOfBlocks = (content: JsonValue | undefined): LogEvent[] =>
  objectsIn(content).flatMap((block) => {
    for (const read of READERS) {
      const events = read(block)
      if (events) return events
    }
    return []
  })

/** The text of a message's content: a string, or parts of which some are text. */
export function textOfContent(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (isObject(content)) return textUnder(content, ['text', 'content']) ?? ''
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (!isObject(part) || typeof part.text !== 'string') return []
    return /tool/.test(textIn(part.type) ?? '') ? [] : [part.text]
  })
  return texts.join('\n')
}
