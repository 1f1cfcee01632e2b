import type { ChatMessage, FakeChat, OfferedTool } from './fake-chat'
import { capabilitiesOf, fullName, type FakeModel } from './models'
import { Refusal } from './requests'

const unmarshal = (kind: string, field: string, type: string) =>
  new Refusal(400, `json: cannot unmarshal ${kind} into Go struct field ${field} of type ${type}`)

/** What was requested, as Go reads it. @throws Refusal where a field is of the wrong type. */
export function chatRequest(body: Record<string, unknown>): FakeChat {
  const { model = '', messages = [], tools, format, options, prompt, ...others } = body
  const said = prompt === undefined ? [] : [{ role: 'user', content: prompt as string }]
  const given = (messages ?? []) as ChatMessage[]
  for (const { content } of given) {
    if (typeof content === 'string') continue
    throw unmarshal('array', 'ChatRequest.messages.content', 'string')
  }
  const offered = (tools ?? []) as OfferedTool[]
  offered.forEach(checkTool)
  return {
    model: model as string,
    messages: [...given, ...said],
    tools: offered,
    format: formatOf(format),
    think: thinkOf(others['think']),
    stream: others['stream'] !== false,
    truncate: others['truncate'] !== false,
    shift: others['shift'] !== false,
    keepAlive: others['keep_alive'],
    raw: others['raw'] === true,
    options: optionsOf(options),
  }
}

function checkTool({ function: { parameters } }: OfferedTool): void {
  const properties = Object.values(parameters?.['properties'] ?? {})
  if (properties.every((each) => typeof each === 'object')) return
  const field = 'ToolFunctionParameters.tools.function.parameters.properties'
  throw unmarshal('string', field, 'api.ToolProperty')
}

function formatOf(format: unknown): FakeChat['format'] {
  if (format === undefined || format === null || format === '') return undefined
  if (format === 'json') return 'json'
  if (typeof format === 'object') return format as Record<string, unknown>
  const shown = JSON.stringify(JSON.stringify(format))
  const wanted = 'expected "json" or a valid JSON Schema object'
  throw new Refusal(500, `invalid format: ${shown}; ${wanted}`)
}

function thinkOf(think: unknown): FakeChat['think'] {
  const isLevel = ['high', 'medium', 'low', 'max'].includes(think as string)
  if (think === undefined || typeof think === 'boolean' || isLevel)
    return think as FakeChat['think']
  const levels = '"high", "medium", "low", "max", true, or false'
  throw new Refusal(400, `invalid think value: ${JSON.stringify(think)} (must be ${levels})`)
}

function optionsOf(given: unknown): FakeChat['options'] {
  const options = (given ?? {}) as FakeChat['options']
  const { temperature = 0 } = options
  if (typeof temperature === 'number') return options
  throw new Refusal(500, 'option "temperature" must be of type float32')
}

/** @throws Refusal where the model cannot do what is requested. */
export function checkAbilities(model: FakeModel, chat: FakeChat, route: 'chat' | 'generate'): void {
  const can = capabilitiesOf(model) ?? ['completion']
  const named = JSON.stringify(chat.model)
  if (!can.includes('completion')) throw new Refusal(400, `${named} does not support ${route}`)
  if (chat.tools.length > 0 && !can.includes('tools')) {
    const whole = `registry.ollama.ai/library/${fullName(model.name)}`
    throw new Refusal(400, `${whole} does not support tools`)
  }
  if (chat.think && !can.includes('thinking')) {
    throw new Refusal(400, `${named} does not support thinking`)
  }
  if (chat.messages.some(({ images = [] }) => images.length > 0)) {
    const why = 'Multimodal data provided, but model does not support multimodal requests.'
    throw runnerRefusal({ code: 400, message: why, type: 'invalid_request_error' })
  }
  if (typeof chat.format === 'object') checkSchema(chat.format)
}

/** What the runner says reaches the client as JSON inside a string. */
export const runnerRefusal = (error: Record<string, unknown>): Refusal =>
  new Refusal(400, JSON.stringify({ error }))

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

function checkSchema(schema: Record<string, unknown>): void {
  const { type, pattern, properties = {} } = schema
  const isKnown =
    type === undefined || [type].flat().every((each) => TYPES.includes(each as string))
  if (!isKnown) throw noGrammar(`Unrecognized schema: ${JSON.stringify(schema)}`)
  if (typeof pattern === 'string' && !/^\^.*\$$/.test(pattern)) {
    throw noGrammar("Pattern must start with '^' and end with '$'")
  }
  for (const inner of Object.values(properties as object)) {
    checkSchema(inner as Record<string, unknown>)
  }
}

const noGrammar = (why: string): Refusal =>
  runnerRefusal({
    code: 400,
    message: `Field 'json_schema': "json_schema": JSON schema conversion failed:\n${why}`,
    type: 'invalid_request_error',
  })
