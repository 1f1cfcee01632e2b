import type { z } from 'zod'
import { ServedCall, ServedNames, ServedSearch, type FixedTool } from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import { Problem } from '../../domain/problem'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { plainText } from '../../domain/value/plain-text'
import { inputSchema } from '../action'
import { mendedArguments, readText } from '../requests/mended-arguments'
import { validationErrorText } from '../requests/validation-error'

/** What an agent sent to a fixed tool, as it is meant. */
export interface ReadRequest<Input> {
  input: Input
  /** What was read otherwise than it was written, each in a sentence. */
  mended: string[]
}

interface Form<Input extends z.ZodObject> {
  input: Input
  schema: JsonObject
  /** Fields that are lists of names. */
  lists: readonly string[]
  example: string
}

const form = <Input extends z.ZodObject>(
  input: Input,
  how: Pick<Form<Input>, 'lists' | 'example'>,
): Form<Input> => ({ ...how, input, schema: inputSchema(input) })

const FORMS = {
  [SEARCH_TOOLS]: form(ServedSearch, { lists: ['held'], example: '{"query": "send a message"}' }),
  [GET_TOOLS]: form(ServedNames, { lists: ['names'], example: '{"names": ["send_message"]}' }),
  [CALL_TOOL]: form(ServedCall, {
    lists: [],
    example: '{"name": "send_message", "arguments": {"text": "Hello"}}',
  }),
} as const

type Forms = typeof FORMS
export type Read<Tool extends FixedTool['name']> = ReadRequest<z.output<Forms[Tool]['input']>>

const MOST_UNKNOWN = 5
const LONGEST_NAME = 100

/**
 * Reads what an agent sent to a fixed tool: a number as text, a list as text, `null` for what is
 * left out and the whole as text are read as they are meant, and it is said.
 * @throws Problem `bad-input` with the field and what it is to be.
 */
export function readRequest<Tool extends FixedTool['name']>(tool: Tool, sent: unknown): Read<Tool> {
  const { input, schema, lists, example } = FORMS[tool] as Form<z.ZodObject>
  const whole = objectSent(tool, sent, example)
  const { given, unknown } = knownFields(whole.given, input)
  const listed = Object.entries(given).map(([field, value]): [string, JsonValue, string[]] =>
    lists.includes(field) && typeof value === 'string'
      ? [field, namesIn(value), [`“${field}” was text, and was read as a list of names.`]]
      : [field, value, []],
  )
  const fields = Object.fromEntries(listed.map(([field, value]) => [field, value]))
  const { arguments: read, mended } = mendedArguments(schema, fields)
  const { success, data, error } = input.safeParse(read)
  if (!success) {
    const message = `${tool} was not done: ${validationErrorText(error, read)}.`
    throw new Problem('bad-input', message, `Ask as in ${example}.`)
  }
  // As they came: a copy would lose names that objects inherit.
  const { arguments: own } = read
  return {
    input: isJsonObject(own) ? { ...data, arguments: own } : data,
    mended: [...whole.mended, ...listed.flatMap(([, , told]) => told), ...mended, ...unknown],
  } as Read<Tool>
}

function objectSent(
  tool: string,
  sent: unknown,
  example: string,
): { given: JsonObject; mended: string[] } {
  const value = sent as JsonValue | undefined
  if (value === undefined || value === null) return { given: {}, mended: [] }
  if (isJsonObject(value)) return { given: value, mended: [] }
  const read = typeof value === 'string' ? readText(value) : undefined
  if (isJsonObject(read)) {
    return { given: read, mended: ['What it was asked was text, and was read as an object.'] }
  }
  const what = Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : 'no object'
  throw new Problem(
    'bad-input',
    `${tool} was not done: it takes an object with named fields, and was sent ${what}.`,
    `Ask as in ${example}.`,
  )
}

/** What a tool does not take is passed over, and said: it may be a field by another name. */
function knownFields(
  given: JsonObject,
  { shape }: z.ZodObject,
): { given: JsonObject; unknown: string[] } {
  const isKnown = (field: string): boolean => Object.hasOwn(shape, field)
  const known = Object.entries(given).filter(([field]) => isKnown(field))
  const unknown = Object.keys(given)
    .filter((field) => !isKnown(field))
    .slice(0, MOST_UNKNOWN)
    .map((field) => `“${plainText(field).slice(0, LONGEST_NAME)}”`)
  return {
    given: Object.fromEntries(known),
    unknown:
      unknown.length === 0
        ? []
        : [`Passed over: ${unknown.join(', ')}; it takes ${Object.keys(shape).join(', ')}.`],
  }
}

/** Names as models write several of them in a text: JSON, or with commas, also after `select:`. */
function namesIn(text: string): JsonValue {
  const read = readText(text)
  if (Array.isArray(read)) return read
  return text
    .replace(/^\s*select:/i, '')
    .split(',')
    .map((name) => name.trim().replace(/^(["'`])(.*)\1$/, '$2'))
    .filter((name) => name !== '')
}
