import type { JsonObject, JsonValue, ToolExample } from '../../domain/tool/tool'
import { fieldsBeside } from '../catalog/collect-tools'
import { isObject } from '../reading/parse-json'
import { type EntryTarget, listFormat, listUnder, skipForeign, skipHosted } from './list-format'

const TITLE = 'Anthropic tools'

/** Anthropic's client tools; `input_examples` become examples. */
export const anthropic = listFormat({
  id: 'anthropic',
  title: TITLE,
  entriesOf: (value) => listUnder(value, ['tools']),
  likeness: (entry) => (isObject(entry) && 'input_schema' in entry && 'name' in entry ? 0.95 : 0),
  read(entry, target) {
    if (!isObject(entry)) skipForeign(entry, target, TITLE)
    else if (typeof entry.type === 'string' && entry.type !== 'custom') {
      skipHosted(entry.type, target)
    } else if ('input_schema' in entry || 'description' in entry) addTool(entry, target)
    else skipForeign(entry, target, TITLE)
  },
})

const KNOWN = new Set([
  'name',
  'description',
  'input_schema',
  'input_examples',
  'type',
  'strict',
  'cache_control',
  'defer_loading',
  'allowed_callers',
  'eager_input_streaming',
])

function addTool(entry: JsonObject, { where, server, tools }: EntryTarget): void {
  const { name, description, input_schema: parameters } = entry
  const examples = examplesOf(entry.input_examples)
  const unknownFields = fieldsBeside(entry, KNOWN)
  tools.add({ name, server, description, parameters, examples, entry, where, unknownFields })
}

const examplesOf = (value: JsonValue | undefined): ToolExample[] =>
  Array.isArray(value) ? value.filter(isObject).map((input) => ({ arguments: input })) : []
