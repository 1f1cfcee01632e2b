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
/** Other fields that a part of a tool is read of. */
const OTHERS = [
  ...['parameters', 'inputSchema', 'input_schema', 'required_parameters', 'required_params'],
  ...['optional_parameters', 'optional_params', 'api_arguments', 'example_code'],
  ...['responses', 'response', 'outputSchema', 'return_schema'],
]
const READ: ReadonlySet<string> = new Set([...NAMES, ...DESCRIPTIONS, ...TAGS, ...OTHERS])
/** Fields that describe a tool beside its description, by their names: `tool_description`, `usage`. */
const DESCRIBING = /descri|summary|usage|purpose|remarks?$|notes?$|^text$|^documentation$/i

/** What a tool's document says of it, as far as it does. */
export type DocumentedTool = Pick<
  ToolEntry,
  'server' | 'parameters' | 'response' | 'tags' | 'examples'
> & {
  name?: string
  /** The other names that it has there. */
  title?: string
  description?: string
  /** Names of fields that say something, and that no part of a tool holds. */
  unread: string[]
}

/**
 * A tool's document as the data sets of ToolRet, BEIR's kin and Gorilla write it: its parameters in a list, a map, a schema,
 * the signature of a function in Python (Toolink) or Gorilla's arguments.
 */
export function readFields(fields: JsonObject): DocumentedTool {
  const server = serverIn(fields)
  const [written, ...others] = namesIn(fields, server)
  const call = written === undefined ? undefined : callIn(written)
  const signature = sourceIn(fields) ?? call
  const description = firstText(fields, DESCRIPTIONS)
  return {
    name: call?.name ?? written ?? signature?.name,
    ...(server !== undefined && { server }),
    ...(others.length > 0 && { title: others.join(', ') }),
    description: description && allDescribed(fields, description),
    unread: unreadIn(fields),
    parameters: parametersSchema(fields) ?? gorillaArguments(fields) ?? signature?.parameters,
    response: responseSchema(fields) ?? signature?.response,
    tags: TAGS.map((key) => fields[key]).filter(
      (tag) => typeof tag === 'string' && tag !== description,
    ) as string[],
    ...examplesIn(fields),
  }
}

/** The service that a tool is of, where it has a name of its own. */
const serverIn = ({ tool_name: service, api_name }: JsonObject): string | undefined =>
  typeof api_name === 'string' && typeof service === 'string' ? service : undefined

/** What a tool is called, the first that counts first. */
const namesIn = (fields: JsonObject, server: string | undefined): string[] => [
  ...new Set(
    textsOf(fields, NAMES)
      .map((name) => name.replace(/^`+|`+$/g, ''))
      .filter((name, at) => at === 0 || name !== server),
  ),
]

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
  textsOf(fields, keys)[0]

const textsOf = (fields: JsonObject, keys: readonly string[]): string[] =>
  keys
    .map((key): JsonValue | undefined => fields[key])
    .filter((text) => typeof text === 'string' && text.trim() !== '') as string[]

/** The description, and behind it what else describes the tool, such as the service that it is of (ToolBench). */
function allDescribed(fields: JsonObject, description: string): string {
  const keys = Object.keys(fields).filter(
    (key) => DESCRIBING.test(key) && !TAGS.includes(key) && key !== 'func_description',
  )
  const more = textsOf(fields, keys).filter((text) => !description.includes(text.trim()))
  return [description, ...new Set(more)].join('\n')
}

function unreadIn(fields: JsonObject): string[] {
  const isDescribed = firstText(fields, DESCRIPTIONS) !== undefined
  return Object.entries(fields).flatMap(([key, value]) => {
    if (READ.has(key) || !saysSomething(value)) return []
    return isDescribed && DESCRIBING.test(key) && typeof value === 'string' ? [] : [key]
  })
}

/** Whether a value has a word in it; numbers and switches have none. */
export const saysSomething = (value: JsonValue | undefined): boolean =>
  typeof value === 'string'
    ? /\p{L}{2}/u.test(value)
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0
