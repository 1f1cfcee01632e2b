import type { JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { listFormat, listUnder, skipForeign, skipHosted } from './list-format'

const TITLE = 'Bedrock tools (Converse)'

/**
 * The tools of a request to Bedrock's Converse: bare, in its `toolConfig`, or in the whole request.
 */
export const bedrock = listFormat({
  id: 'bedrock',
  title: TITLE,
  entriesOf: (value) => listUnder(value, ['tools']) ?? toolsOfConfig(value),
  likeness: (entry) => (isObject(entry) && isObject(entry.toolSpec) ? 0.95 : 0),
  read(entry, target) {
    if (!isObject(entry)) skipForeign(entry, target, TITLE)
    else if (isObject(entry.toolSpec)) {
      const { where, server, tools } = target
      const { name, description, inputSchema } = entry.toolSpec
      const parameters = isObject(inputSchema) ? inputSchema.json : undefined
      tools.add({ name, server, description, parameters, entry, where })
    } else if (Object.keys(entry).length === 1) {
      // A cache point, or a tool of Bedrock's own.
      skipHosted(Object.keys(entry).join(), target)
    } else skipForeign(entry, target, TITLE)
  },
})

const toolsOfConfig = (value: JsonValue): JsonValue[] | undefined =>
  isObject(value) && value.toolConfig !== undefined
    ? listUnder(value.toolConfig, ['tools'])
    : undefined
