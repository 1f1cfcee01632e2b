import type { JsonObject, JsonValue } from '../../domain/tool'
import type { ToolEntry } from '../catalog/collect-tools'
import type { ObjectRow } from '../catalog/rows'
import { isObject } from '../reading/json-object'
import { firstText, readFields, saysSomething } from './document-fields'
import type { DocumentedTool } from './document-fields'
import { idOf } from './json-text'
import { fieldsOfText } from './keyed-text'

/** A tool of ToolRet; its documentation is an object, JSON in a string, fields in a text, or prose. */
export function readDocument({
  value,
  where,
}: ObjectRow): ToolEntry & Pick<DocumentedTool, 'unread'> {
  const written = value.documentation ?? value.doc ?? value.origin_documentation ?? null
  const read = readFields(fieldsOf(written))
  return {
    ...read,
    name: read.name ?? nameInExamples(value) ?? idOf(value.id),
    description: read.description ?? prose(written) ?? proseOfStandardised(value),
    unread: [...read.unread, ...Object.keys(value).filter((key) => isUnread(key, value[key]))],
    entry: value,
    where,
  }
}

/** Fields around the document that are read, here or where queries and standardised fields are. */
const READ_AROUND = ['id', 'documentation', 'doc', 'origin_documentation', 'augmented']

const isUnread = (key: string, value: JsonValue | undefined): boolean =>
  !READ_AROUND.includes(key) && saysSomething(value)

/** The fields of a document; those that stand in its description or text, as ToolLens has them, fill what is missing. */
function fieldsOf(written: JsonValue): JsonObject {
  const fields = (typeof written === 'string' ? fieldsOfText(written) : written) ?? {}
  if (!isObject(fields)) return {}
  const text = firstText(fields, ['description', 'text', 'documentation'])
  const inside = text === undefined || text === written ? undefined : fieldsOfText(text)
  if (!inside) return fields
  const {
    description: _description,
    text: _text,
    documentation: _documentation,
    ...others
  } = fields
  return { ...inside, ...others }
}

const prose = (documentation: JsonValue): string | undefined =>
  typeof documentation === 'string' ? documentation : undefined

/** Where only the standardised file is there, without the document it was made of. */
const proseOfStandardised = ({ augmented }: JsonObject): string =>
  (isObject(augmented) && firstText(augmented, ['description'])) || ''

function nameInExamples({ augmented }: JsonObject): string | undefined {
  const examples =
    isObject(augmented) && Array.isArray(augmented.examples) ? augmented.examples : []
  const call = isObject(examples[0]) ? examples[0].tool_call : undefined
  return isObject(call) ? firstText(call, ['name']) : undefined
}
