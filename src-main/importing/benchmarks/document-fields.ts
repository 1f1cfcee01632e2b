import type { JsonObject, JsonValue } from '../../domain/tool'
import type { ToolEntry } from '../catalog/collect-tools'
import { argumentsSchema, exampleCode } from './api-arguments'
import { parametersSchema } from './document-parameters'
import { callIn, signatureIn } from './python-signature'
import { responseSchema } from './response-schema'

/** Data sets leave each tool its own field names; the first one present counts. */
const NAMES = ['name', 'api_name', 'func_name', 'function_name', 'tool_name', 'title']
const DESCRIPTIONS = ['description', 'api_description', 'func_description', 'functionality']
const TAGS = ['category', 'category_name', 'domain', 'functionality']

/** What a tool's document says of it, as far as it does. */
export type DocumentedTool = Pick<
  ToolEntry,
  'server' | 'parameters' | 'response' | 'tags' | 'examples'
> & { name?: string; description?: string }

/**
 * A tool's document as the data sets of ToolRet, BEIR's kin and Gorilla write it: its parameters in a list, a map, a schema,
 * the signature of a function in Python (Toolink) or Gorilla's arguments.
 */
export function readFields(fields: JsonObject): DocumentedTool {
  const { tool_name: service, api_name } = fields
  const written = firstText(fields, NAMES)?.replace(/^`+|`+$/g, '')
  const call = written === undefined ? undefined : callIn(written)
  const signature = sourceIn(fields) ?? call
  const description = firstText(fields, DESCRIPTIONS)
  return {
    name: call?.name ?? written ?? signature?.name,
    ...(typeof api_name === 'string' && typeof service === 'string' && { server: service }),
    description,
    parameters: parametersSchema(fields) ?? gorillaArguments(fields) ?? signature?.parameters,
    response: responseSchema(fields) ?? signature?.response,
    tags: TAGS.map((key) => fields[key]).filter(
      (tag) => typeof tag === 'string' && tag !== description,
    ) as string[],
    ...examplesIn(fields),
  }
}

function examplesIn({ example_code }: JsonObject): Pick<DocumentedTool, 'examples'> {
  const code = exampleCode(example_code)
  return code === undefined ? {} : { examples: [{ code, arguments: {} }] }
}

const gorillaArguments = (fields: JsonObject): JsonObject | undefined =>
  'api_arguments' in fields ? argumentsSchema(fields.api_arguments) : undefined

/** The function that stands where other data sets have a description, as Toolink has it. */
function sourceIn({ func_description }: JsonObject): ReturnType<typeof signatureIn> {
  return typeof func_description === 'string' ? signatureIn(func_description) : undefined
}

export const firstText = (fields: JsonObject, keys: string[]): string | undefined =>
  keys
    .map((key): JsonValue | undefined => fields[key])
    .find((text) => typeof text === 'string' && text.trim() !== '') as string | undefined
