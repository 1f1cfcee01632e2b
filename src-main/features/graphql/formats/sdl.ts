import { GraphQLError } from 'graphql/error'
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
  type TypeNode,
} from 'graphql/language'
import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import { type Operation, rootsOf, type Schema, typesByName } from './schema'

/** A file of the schema definition language, by its name. */
const SDL_NAME = /\.(graphqls?|gql|sdl)$/i

/** A definition of a type, which files of queries have none of. */
const DEFINES = /^[ \t]*(extend[ \t]+)?(type|input|interface|enum|union|scalar|schema)\b/m

/** Far more than the largest schemas that are published have: GitHub's has a quarter million. */
const MOST_TOKENS = 5_000_000

/** What a text that is pasted, or has another name, says to be a schema. */
const DEFINES_ROOT = /^[ \t]*((extend[ \t]+)?type[ \t]+(Query|Mutation)\b|schema[ \t]*\{)/m

/** Whether a file defines types of GraphQL. Never throws. */
export function saysSdl(file: SourceFile, isAlone: boolean): boolean {
  const isNamed = SDL_NAME.test(file.path)
  if (!isNamed && !(isAlone && file.content().kind === 'other')) return false
  try {
    return (isNamed ? DEFINES : DEFINES_ROOT).test(file.text())
  } catch {
    return false
  }
}

/** The definitions in a file. @throws UnreadableFile with the place at which they break. */
export function definitionsIn(file: SourceFile): readonly DefinitionNode[] {
  try {
    return parse(file.text(), { maxTokens: MOST_TOKENS }).definitions
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const { line, column } = (error instanceof GraphQLError && error.locations?.[0]) || {}
    const place = line === undefined ? '' : ` at line ${line}, column ${column}`
    const why = error instanceof GraphQLError ? error.message : 'it is nested too deep to be read'
    const fix = 'Correct the file there and import it again.'
    throw new UnreadableFile(file.path, `is not valid GraphQL${place}: ${why}`, fix)
  }
}

/** The schema that definitions make, which may stand in several files. */
export function schemaOf(definitions: readonly DefinitionNode[], path: string): Schema {
  const entries = new WeakMap<JsonObject, string>()
  const types = new Map<string, JsonObject[]>()
  const named = new Map<Operation, string>()
  for (const definition of definitions) {
    if (definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION) {
      for (const { operation, type } of definition.operationTypes ?? []) {
        named.set(operation, type.name.value)
      }
    }
    const type = typeOf(definition, entries)
    if (!type) continue
    const parts = types.get(type.name)
    if (parts) parts.push(type.written)
    else types.set(type.name, [type.written])
  }
  const byName = typesByName([...types.values()].map(joined))
  const rootOf = (operation: Operation, usual: string): string | undefined =>
    named.get(operation) ?? (named.size === 0 && byName.has(usual) ? usual : undefined)
  return {
    types: byName,
    roots: rootsOf({
      query: rootOf('query', 'Query'),
      mutation: rootOf('mutation', 'Mutation'),
      subscription: rootOf('subscription', 'Subscription'),
    }),
    entryOf: (field) => entries.get(field) ?? field,
    path,
  }
}

/** A type and what extends it as one. */
function joined(parts: readonly JsonObject[]): JsonObject {
  const lists = ['fields', 'inputFields', 'enumValues', 'possibleTypes'].map(
    (key): [string, JsonValue] => [
      key,
      parts.flatMap((part) => (Array.isArray(part[key]) ? part[key] : [])),
    ],
  )
  const one: JsonObject = {}
  for (const part of [...parts].reverse()) Object.assign(one, part)
  return Object.assign(one, Object.fromEntries(lists))
}

function typeOf(definition: DefinitionNode, entries: WeakMap<JsonObject, string>) {
  const kind = KINDS[definition.kind]
  if (kind === undefined || !('name' in definition) || !definition.name) return undefined
  const name = definition.name.value
  const fields = 'fields' in definition ? (definition.fields ?? []) : []
  const values = 'values' in definition ? (definition.values ?? []) : []
  const members = 'types' in definition ? (definition.types ?? []) : []
  const written: JsonObject = {
    kind,
    name,
    ...described(definition),
    fields: fields.flatMap((field) =>
      field.kind === Kind.FIELD_DEFINITION ? [fieldOf(field, entries)] : [],
    ),
    inputFields: fields.flatMap((field) =>
      field.kind === Kind.INPUT_VALUE_DEFINITION ? [inputOf(field)] : [],
    ),
    enumValues: values.map((value) => ({ name: value.name.value, ...described(value) })),
    possibleTypes: members.map((member) => ({ name: member.name.value })),
    ...(directive(definition, 'oneOf') && { isOneOf: true }),
  }
  return { name, written }
}

const KINDS: Partial<Record<string, string>> = {
  [Kind.SCALAR_TYPE_DEFINITION]: 'SCALAR',
  [Kind.SCALAR_TYPE_EXTENSION]: 'SCALAR',
  [Kind.OBJECT_TYPE_DEFINITION]: 'OBJECT',
  [Kind.OBJECT_TYPE_EXTENSION]: 'OBJECT',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'INTERFACE',
  [Kind.INTERFACE_TYPE_EXTENSION]: 'INTERFACE',
  [Kind.UNION_TYPE_DEFINITION]: 'UNION',
  [Kind.UNION_TYPE_EXTENSION]: 'UNION',
  [Kind.ENUM_TYPE_DEFINITION]: 'ENUM',
  [Kind.ENUM_TYPE_EXTENSION]: 'ENUM',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'INPUT_OBJECT',
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: 'INPUT_OBJECT',
}

function fieldOf(node: FieldDefinitionNode, entries: WeakMap<JsonObject, string>): JsonObject {
  const field: JsonObject = {
    name: node.name.value,
    ...described(node),
    args: (node.arguments ?? []).map(inputOf),
    type: referenceTo(node.type),
  }
  entries.set(field, print(node))
  return field
}

const inputOf = (node: InputValueDefinitionNode): JsonObject => ({
  name: node.name.value,
  ...described(node),
  type: referenceTo(node.type),
  ...(node.defaultValue && { defaultValue: print(node.defaultValue) }),
})

function referenceTo(node: TypeNode): JsonObject {
  if (node.kind === Kind.NAMED_TYPE) return { name: node.name.value }
  const kind = node.kind === Kind.LIST_TYPE ? 'LIST' : 'NON_NULL'
  return { kind, ofType: referenceTo(node.type) }
}

interface Described {
  readonly description?: { readonly value: string } | undefined
  readonly directives?: readonly ConstDirectiveNode[] | undefined
}

function described(node: Described | DefinitionNode): JsonObject {
  const description = 'description' in node ? node.description?.value : undefined
  const deprecated = directive(node, 'deprecated')
  const reason = deprecated?.arguments?.find(({ name }) => name.value === 'reason')?.value
  return {
    ...(description !== undefined && { description }),
    ...(deprecated && { isDeprecated: true }),
    ...(reason?.kind === Kind.STRING && { deprecationReason: reason.value }),
  }
}

const directive = (
  node: Described | DefinitionNode,
  called: string,
): ConstDirectiveNode | undefined =>
  'directives' in node
    ? (node.directives as readonly ConstDirectiveNode[] | undefined)?.find(
        ({ name }) => name.value === called,
      )
    : undefined
