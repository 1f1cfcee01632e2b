import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isJsonObject, named } from '../../../domain/value/json'
import { Unchecked } from './unchecked'

export type Schema = JsonObject | boolean
/** Only what changes how a schema is read. */
export type Draft = '4' | '6–7' | '2019-09' | '2020-12'

/** A schema as a whole, with what is needed to follow references within it. */
export interface SchemaDocument {
  root: Schema
  draft: Draft
  /** Whether it asks what was left over by others: that is only kept where it is asked for. */
  asksLeftOver: boolean
  /**
   * What a reference in a schema leads to.
   * @throws Unchecked where it leads out of the document, or nowhere
   */
  resolve(from: JsonObject, reference: string): Schema
  /** What a dynamic reference leads to. @throws Unchecked where that depends on the way there */
  resolveDynamic(from: JsonObject, reference: string): Schema
}

/** Lists and objects of a schema: more are not read. */
const MOST_NODES = 200_000
/** Addresses are told apart from all others. */
const NOWHERE = 'schema://document/'
/** Their values are data, whatever they look like. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'example'])
/** Their values hold schemas by names that an author chose. */
const BY_NAME = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

const DIALECTS: readonly [pattern: RegExp, draft: Draft][] = [
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, '4'],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, '6–7'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/spec\.openapis\.org\/oas\/3\.1\/dialect\/base#?$/, '2020-12'],
]

/** @throws Unchecked for a schema of an unknown dialect, or one that is too large to be read */
export function schemaDocument(root: Schema): SchemaDocument {
  const draft = draftOf(root)
  const { bases, byAddress, dynamic, asksLeftOver } = read(root, draft)
  const resolved = new Map<string, Schema>()
  const resolve = (from: JsonObject, reference: string): Schema => {
    const base = bases.get(from) ?? NOWHERE
    const known = resolved.get(`${base} ${reference}`)
    if (known !== undefined) return known
    const address = addressOf(reference, base)
    const [of = '', fragment = ''] = address?.split('#') ?? []
    const document = address === undefined ? undefined : byAddress.get(of)
    const found =
      document === undefined
        ? undefined
        : fragment === ''
          ? document
          : fragment.startsWith('/')
            ? atPointer(document, fragment)
            : byAddress.get(`${of}#${fragment}`)
    if (typeof found === 'boolean' || isJsonObject(found)) {
      resolved.set(`${base} ${reference}`, found)
      return found
    }
    throw new Unchecked(`“${shown(reference)}”, to which its schema refers, is not in it`)
  }
  return {
    root,
    draft,
    asksLeftOver,
    resolve,
    resolveDynamic(from, reference) {
      const name = reference.split('#')[1] ?? ''
      if ((dynamic.get(name) ?? 0) <= 1) return resolve(from, reference)
      throw new Unchecked(
        `“${shown(reference)}” of its schema means one thing here and another there`,
      )
    },
  }
}

const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text)

function draftOf(root: Schema): Draft {
  const dialect = isJsonObject(root) ? named(root, '$schema') : undefined
  if (dialect === undefined || dialect === '') return '2020-12'
  const found =
    typeof dialect === 'string' && DIALECTS.find(([pattern]) => pattern.test(dialect))?.[1]
  if (found) return found
  const text = typeof dialect === 'string' ? dialect : JSON.stringify(dialect)
  throw new Unchecked(`its schema is written in “${shown(text)}”, which is not known here`)
}

/** What a schema holds, by where it stands. */
interface Read {
  bases: Map<JsonObject, string>
  byAddress: Map<string, Schema>
  /** How many schemas go by a name that may mean another on another way. */
  dynamic: Map<string, number>
  asksLeftOver: boolean
}

function read(root: Schema, draft: Draft): Read {
  const found: Read = {
    bases: new Map(),
    byAddress: new Map([[NOWHERE, root]]),
    dynamic: new Map(),
    asksLeftOver: false,
  }
  const waiting: { value: JsonValue; base: string; isByName?: boolean }[] = [
    { value: root, base: NOWHERE },
  ]
  let nodes = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, base, isByName } = next
    if (typeof value !== 'object' || value === null) continue
    nodes += 1
    if (nodes > MOST_NODES) throw new Unchecked('its schema is too large to be read')
    if (Array.isArray(value) || isByName) {
      for (const child of Object.values(value)) waiting.push({ value: child, base })
      continue
    }
    const own = readNames(found, value, { base, draft })
    for (const [keyword, child] of Object.entries(value)) {
      if (DATA.has(keyword)) continue
      const holdsNames = BY_NAME.has(keyword) && isJsonObject(child)
      waiting.push({ value: child, base: own, isByName: holdsNames })
    }
  }
  return found
}

/** Reads what a schema is called, and gives the address that what is in it goes by. */
function readNames(
  found: Read,
  schema: JsonObject,
  { base, draft }: { base: string; draft: Draft },
): string {
  const id = named(schema, draft === '4' ? 'id' : '$id')
  const address = typeof id === 'string' ? addressOf(id, base)?.replace(/#$/, '') : undefined
  if (address !== undefined) found.byAddress.set(address, schema)
  const own = address === undefined || address.includes('#') ? base : address
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = named(schema, keyword)
    if (typeof anchor !== 'string') continue
    found.byAddress.set(`${own}#${anchor}`, schema)
    if (keyword === '$dynamicAnchor') {
      found.dynamic.set(anchor, (found.dynamic.get(anchor) ?? 0) + 1)
    }
  }
  found.bases.set(schema, own)
  found.asksLeftOver ||=
    Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')
  return own
}

/** Undefined for what is no address. */
const addressOf = (reference: string, base: string): string | undefined =>
  URL.parse(reference, base)?.href

/** What a JSON pointer leads to, as it stands in an address. */
function atPointer(from: Schema, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = from
  for (const written of pointer.split('/').slice(1)) {
    const part = plain(written).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(part) ? value[Number(part)] : undefined
    else value = isJsonObject(value) ? named(value, part) : undefined
  }
  return value
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
