import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { addAnyTool, ANY_LIST, anyTool } from '../catalog/any-tool'
import { isObject, jsonIn } from '../reading/parse-json'
import { listFormat, skipForeign } from './list-format'
import { serverOfPath, serverParts } from './server-parts'

const TITLE = 'Tool list of any other kind'

/** Levels of a file in which a list of tools is looked for. */
const DEEPEST = 5

/**
 * Tools as programs and people write them who follow no provider: a list, or a map by name, of
 * entries whose parts go by any of the usual names, wherever in a file it stands. LangChain,
 * LlamaIndex, Cohere and Docker’s registry are read so.
 */
export const anyList = listFormat({
  id: ANY_LIST,
  title: TITLE,
  entriesOf: toolsWithin,
  partsOf: (value) => serverParts(value, isTool),
  serverOf: ({ path }) => serverOfPath(path),
  likeness(entry, isWhole) {
    const tool = anyTool(entry)
    if (!tool) return 0
    if (!tool.saysParameters) return isWhole ? 0 : tool.unknownFields.length > 0 ? 0.2 : 0.34
    if (isOfProvider(entry)) return 0.2
    return isPlain(entry) ? 0.45 : 0.6
  },
  read(entry, target) {
    if (!addAnyTool(entry, target)) skipForeign(entry, target, TITLE)
  },
})

const isTool = (entry: JsonValue): boolean => anyTool(entry)?.saysParameters === true

/** Whether a format of its own reads the entry, and keeps more of it. */
const isOfProvider = (entry: JsonValue): boolean =>
  isObject(entry) &&
  ['inputSchema', 'input_schema', 'function', 'toolSpec'].some((key) => key in entry)

/** As OpenAI wrote functions: that format keeps its own way to write them. */
const isPlain = (entry: JsonValue): boolean =>
  isObject(entry) &&
  isObject(entry.parameters) &&
  (entry.parameters.type === 'object' || isObject(entry.parameters.properties))

/** Keys under which a list is one of tools, whether or not its entries say what they take. */
const OF_TOOLS = ['tools', 'functions', 'function', 'actions']

/** Parts of a file that are looked at for lists of tools. */
const MOST_LOOKED_AT = 20_000

/** The tools of all lists and maps of them within a value; undefined where it holds none. */
function toolsWithin(value: JsonValue): JsonValue[] | undefined {
  let left = MOST_LOOKED_AT
  const within = (part: JsonValue, levels: number, isOfTools: boolean): JsonValue[] => {
    left -= 1
    if (left < 0 || levels === 0) return []
    if (typeof part === 'string') {
      const inner = isOfTools && /^\s*[[{]/.test(part) ? jsonIn(part) : undefined
      return inner === undefined ? [] : within(inner, levels - 1, true)
    }
    if (Array.isArray(part)) {
      const fits = isOfTools ? (each: JsonValue) => anyTool(each) !== undefined : isTool
      return part.some(fits) ? part : part.flatMap((each) => within(each, levels - 1, false))
    }
    return isObject(part) ? withinObject(part, levels, isOfTools) : []
  }
  const withinObject = (part: JsonObject, levels: number, isOfTools: boolean): JsonValue[] => {
    const ofTools = OF_TOOLS.flatMap((key) => within(part[key] ?? null, levels - 1, true))
    if (ofTools.length > 0) return ofTools
    if (isOfTools && isTool(part)) return [part]
    if (anyTool(part)) return []
    return (
      namedTools(part) ?? Object.values(part).flatMap((each) => within(each, levels - 1, false))
    )
  }
  const found = typeof value === 'string' || isOfApi(value) ? [] : within(value, DEEPEST, false)
  return found.length > 0 ? found : undefined
}

/** A document of an API is long, and has a format of its own. */
const isOfApi = (value: JsonValue): boolean =>
  isObject(value) && ['openapi', 'swagger', 'asyncapi', '__schema'].some((key) => key in value)

/** `{"get_weather": {"description": …, "parameters": …}, …}` as a list. */
function namedTools(map: JsonObject): JsonValue[] | undefined {
  const entries = Object.entries(map)
  if (entries.length === 0) return undefined
  const tools = entries.map(([name, value]): JsonValue =>
    isObject(value) ? { name, ...value } : null,
  )
  return tools.every(isTool) ? tools : undefined
}
