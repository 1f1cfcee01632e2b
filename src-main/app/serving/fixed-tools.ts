import { ServedCall, ServedNames, ServedSearch, type FixedTool } from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import { inputSchema } from '../action'

const SEARCHING: readonly FixedTool[] = [
  {
    name: SEARCH_TOOLS,
    title: 'Search tools',
    description:
      'Finds tools for what you need to do, and gives their definitions. Search before you say that you cannot do something, and again, in other words, where nothing fits.',
    inputSchema: inputSchema(ServedSearch),
  },
  {
    name: GET_TOOLS,
    title: 'Get tools',
    description: 'Gives the definitions of tools whose names you know.',
    inputSchema: inputSchema(ServedNames),
  },
]

const CALLING: FixedTool = {
  name: CALL_TOOL,
  title: 'Call a tool',
  description:
    'Calls a tool that search_tools or get_tools gave you and that you do not have otherwise, and gives its answer. Read its inputSchema first.',
  inputSchema: inputSchema(ServedCall),
}

/** The tools that an agent is given, whatever the catalog holds: a list may not change while an agent runs. */
export const fixedTools = (calls: boolean): FixedTool[] =>
  calls ? [...SEARCHING, CALLING] : [...SEARCHING]
