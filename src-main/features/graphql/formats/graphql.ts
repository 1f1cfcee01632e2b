import type { JsonObject } from '../../../domain/tool/tool'
import { counted } from '../../../domain/value/quantity'
import { collectTools, type ToolCollector } from '../../../importing/catalog/collect-tools'
import { pathsOf } from '../../../importing/catalog/data-files'
import { type Causes, causes, importReport, type Report } from '../../../importing/catalog/report'
import type { FormatReading, ImportFormat, ImportOptions } from '../../../importing/import-format'
import { placeOf, UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import {
  introspected,
  nameOf,
  objectsIn,
  type Operation,
  type Schema,
  schemaIn,
  textIn,
} from './schema'
import { definitionsIn, saysSdl, schemaOf } from './sdl'
import { serverOf } from './server-name'
import { answerSchema, argumentsSchema, type Room, roomOfSchema, typeText } from './type-schemas'

/** Fields of one schema: more tools than any agent is offered. */
const MOST_FIELDS = 10_000

/**
 * GraphQL, as an answer to introspection or in its schema definition language: a tool for every
 * field of Query and Mutation.
 */
export const graphql: ImportFormat = {
  id: 'graphql',
  title: 'GraphQL schema',
  recognise(files) {
    const isAlone = files.length === 1
    const own = files.filter((file) => isIntrospection(file) || saysSdl(file, isAlone))
    return {
      confidence: own.length > 0 ? 0.96 : 0,
      read: (options) => readSchemas(files, own, options),
    }
  },
}

function isIntrospection(file: SourceFile): boolean {
  const content = file.content()
  return content.kind === 'object' && introspected(content.value) !== undefined
}

interface Target {
  server: string | undefined
  tools: ToolCollector
  report: Report
  found: Causes
}

function readSchemas(
  files: SourceFile[],
  own: SourceFile[],
  { server }: ImportOptions,
): FormatReading {
  const report = importReport()
  const tools = collectTools('graphql', report)
  const found = causes('fields')
  const { schemas, faults } = schemasIn(own)
  const [first] = faults
  if (schemas.length === 0) throw first ?? noSchema(files)
  for (const { path, message, fix } of faults) {
    report.add({ outcome: 'skipped', where: path, why: message, fix })
  }
  for (const schema of schemas) {
    readSchema(schema, { server: server ?? serverOf(schema.path), tools, report, found })
  }
  found.report(report)
  return {
    format: 'graphql',
    tools: tools.tools,
    goldenSets: [],
    bundles: [],
    report: report.rows(),
    used: pathsOf(own),
    failed: pathsOf(faults),
    entries: tools.account().entries + found.skipped(),
  }
}

const noSchema = (files: SourceFile[]): UnreadableFile =>
  new UnreadableFile(
    placeOf(files),
    'holds no GraphQL schema',
    'Choose the answer to an introspection query as JSON, or a .graphql file with its types.',
  )

/** Each answer to introspection is a schema, and so is each file of definitions that is whole. */
function schemasIn(own: readonly SourceFile[]): { schemas: Schema[]; faults: UnreadableFile[] } {
  const faults: UnreadableFile[] = []
  const schemas = own.flatMap((file) => {
    const content = file.content()
    const written = content.kind === 'object' ? introspected(content.value) : undefined
    return written ? [schemaIn(written, file.path)] : []
  })
  const written = own
    .filter((file) => !isIntrospection(file))
    .flatMap((file) => {
      try {
        return [{ path: file.path, definitions: definitionsIn(file) }]
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        faults.push(error)
        return []
      }
    })
  const each = written.map(({ definitions, path }) => schemaOf(definitions, path))
  const [first] = written
  if (each.every(isWhole) || !first) return { schemas: [...schemas, ...each], faults }
  const folder = first.path.replace(/[^/]*$/, '')
  const all = written.flatMap(({ definitions }) => definitions)
  return { schemas: [...schemas, schemaOf(all, folder)], faults }
}

/** Whether a schema has fields to call and every type that they take. */
function isWhole({ types, roots }: Schema): boolean {
  const called = [roots.query, roots.mutation].map((name) => types.get(name ?? ''))
  const named = called
    .flatMap((type) => objectsIn(type?.fields))
    .flatMap(({ args }) => objectsIn(args))
    .map(({ type }) => typeText(type).replace(/[[\]!]/g, ''))
  return called.some(Boolean) && named.every((name) => types.has(name) || OWN_SCALARS.has(name))
}

const OWN_SCALARS = new Set(['Int', 'Float', 'String', 'Boolean', 'ID'])

function readSchema(schema: Schema, target: Target): void {
  const { types, roots, path } = schema
  const fieldsOf = (operation: Operation): JsonObject[] =>
    objectsIn(types.get(roots[operation] ?? '')?.fields)
  const all = (['query', 'mutation'] as const).flatMap((operation) =>
    fieldsOf(operation).map((field) => ({ operation, field })),
  )
  const taken = new Set<string>()
  const room = roomOfSchema()
  for (const { operation, field } of all.slice(0, MOST_FIELDS)) {
    addTool(field, { operation, schema, target, taken, room })
  }
  if (all.length > MOST_FIELDS) {
    const why = `${counted(all.length - MOST_FIELDS, 'field')} beyond the first ${MOST_FIELDS} were left out`
    const fix = 'Split the schema, and import its parts.'
    target.report.add({ outcome: 'skipped', where: path, why, fix })
  } else if (all.length === 0) {
    const why = 'The schema has no fields of Query or Mutation, so no tools'
    target.report.add({ outcome: 'notice', where: path, why })
  }
  const subscriptions = fieldsOf('subscription').length
  if (subscriptions > 0) {
    const why = `${counted(subscriptions, 'subscription')} became no tools: they go on, and are no calls`
    target.report.add({ outcome: 'notice', where: path, why })
  }
}

interface Around {
  operation: 'query' | 'mutation'
  schema: Schema
  target: Target
  taken: Set<string>
  room: Room
}

function addTool(field: JsonObject, { operation, schema, target, taken, room }: Around): void {
  const own = nameOf(field)
  const where = `${schema.path}, ${operation} ${own ?? '?'}`
  const { tools, found, server } = target
  const name = own !== undefined && taken.has(own) ? `${operation}_${own}` : own
  if (name !== undefined) taken.add(name)
  if (name !== own && name !== undefined) {
    const why = 'A query and a mutation have one name: that of the mutation was changed'
    found.add({ outcome: 'altered', where, entry: name, why })
  }
  const { parameters, isCut } = argumentsSchema(field, schema, room)
  if (isCut) {
    const why = 'Arguments are of very many types; some are told without their fields'
    const fix = 'Agents see only the outer parts: describe the rest in words.'
    found.add({ outcome: 'notice', where, entry: name ?? '?', why, fix })
  }
  const isDeprecated = field.isDeprecated === true
  if (isDeprecated) {
    const why = 'Deprecated fields come in hidden and tagged “deprecated”: no agent is offered them'
    found.add({ outcome: 'notice', where, entry: name ?? '?', why })
  }
  const types = objectsIn(field.args).flatMap((each): [string, string][] => {
    const argument = nameOf(each)
    return argument === undefined ? [] : [[argument, typeText(each.type)]]
  })
  tools.add({
    name,
    server,
    description: descriptionOf(field),
    parameters,
    response: answerSchema(field, schema, room),
    tags: [operation, ...(isDeprecated ? ['deprecated'] : [])],
    ...(isDeprecated && { visibility: 'hidden' }),
    entry: schema.entryOf(field),
    context: {
      operation,
      field: own ?? '',
      arguments: Object.fromEntries(types),
      returns: typeText(field.type),
    },
    where,
  })
}

function descriptionOf({ description, isDeprecated, deprecationReason }: JsonObject): string {
  const reason = isDeprecated === true ? textIn(deprecationReason) : ''
  return [textIn(description), reason === '' ? '' : `Deprecated: ${reason}`]
    .filter((text) => text !== '')
    .join('\n\n')
}
