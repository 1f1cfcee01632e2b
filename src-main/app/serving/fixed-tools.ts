import { ServedCall, ServedNames, ServedSearch, type FixedTool } from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import type { PromptOverrides } from '../../pipeline/ask'
import { promptName } from '../../pipeline/prompt'
import { inputSchema } from '../action'
import { SERVED_TEXTS, type ServedText } from './served-texts'

type Unworded = Omit<FixedTool, 'description'>

const SEARCHING: readonly Unworded[] = [
  { name: SEARCH_TOOLS, title: 'Search tools', inputSchema: inputSchema(ServedSearch) },
  { name: GET_TOOLS, title: 'Get tools', inputSchema: inputSchema(ServedNames) },
]
const CALLING: Unworded = {
  name: CALL_TOOL,
  title: 'Call a tool',
  inputSchema: inputSchema(ServedCall),
}

/**
 * The tools that an agent is given, whatever the catalog holds, as a workspace words them. A list
 * may not change while an agent runs, so another wording counts from the next start.
 */
export function fixedTools(
  calls: boolean,
  wordings: PromptOverrides,
): { tools: FixedTool[]; wording?: string } {
  const tools = calls ? [...SEARCHING, CALLING] : [...SEARCHING]
  const textOf = (name: FixedTool['name']): ServedText => {
    const standard = SERVED_TEXTS[name]
    const own = wordings.get(standard.id)
    return own === undefined ? standard : standard.reworded(own)
  }
  const own = tools.map(({ name }) => textOf(name)).filter(({ edition }) => edition !== undefined)
  return {
    tools: tools.map((tool) => ({ ...tool, description: textOf(tool.name).wording })),
    ...(own.length > 0 && { wording: own.map(promptName).join(' ') }),
  }
}
