import {
  ServedCall,
  ServedNames,
  ServedSearch,
  type Briefing,
  type FixedTool,
} from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import type { PromptOverrides } from '../../pipeline/ask'
import { promptName } from '../../pipeline/prompt'
import { inputSchema } from '../action'
import { instructionsOf, searchDescriptionOf } from './instructions'
import type { ServedKinds } from './served-kinds'
import { INSTRUCTIONS, SERVED_TEXTS, type ServedText } from './served-texts'

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
 * What an agent is given, as a workspace words it: instructions, and tools that are the same
 * whatever the catalog holds. Only what these say of it is the catalog's.
 */
export function briefingOf(
  kinds: ServedKinds,
  { calls, wordings }: { calls: boolean; wordings: PromptOverrides },
): Briefing {
  const tools = calls ? [...SEARCHING, CALLING] : [...SEARCHING]
  const textOf = (name: keyof typeof SERVED_TEXTS): ServedText => {
    const standard = SERVED_TEXTS[name]
    const own = wordings.get(standard.id)
    return own === undefined ? standard : standard.reworded(own)
  }
  const described = (tool: Unworded): FixedTool => {
    const { wording } = textOf(tool.name)
    const isSearch = tool.name === SEARCH_TOOLS
    return { ...tool, description: isSearch ? searchDescriptionOf(wording, kinds) : wording }
  }
  const texts = [INSTRUCTIONS, ...tools.map(({ name }) => name)] as const
  const own = texts.map(textOf).filter(({ edition }) => edition !== undefined)
  return {
    instructions: instructionsOf(textOf(INSTRUCTIONS).wording, kinds),
    tools: tools.map(described),
    ...(own.length > 0 && { wording: own.map(promptName).join(' ') }),
  }
}
