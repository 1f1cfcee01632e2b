import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue, Tool } from '../../../domain/tool/tool'
import type { ToolCollector } from '../../../importing/catalog/collect-tools'
import { counted } from '../../../domain/value/quantity'
import { type Causes, type Report } from '../../../importing/catalog/report'
import { cleanLine } from '../../../importing/reading/clean-json'
import { isObject } from '../../../importing/reading/parse-json'
import { describing } from './descriptions'
import { type Document, requireOpenApi } from './documents'
import { flatInputs } from './inputs'
import { toolName } from './names'
import { bodyFields, type OperationReading, parameterFields, responseSchema } from './operation'
import { type Operation, operationsIn } from './operations'
import { type Follow, objectBehind, type Remark } from './references'
import { addressOf, bodyOf, typesOf } from './swagger'
import type { FiledOperation } from './workflows'

/** Operations of one document: more tools than any agent is offered. */
export const MOST_OPERATIONS = 10_000

/** Schemas that all operations of a document may have written out: ten times GitHub's. */
const MOST_SCHEMAS = 1_000_000

/** Characters of a document's title as the name of a server. */
const LONGEST_TITLE = 100

/** An operation that became a tool, and what is said of it. */
export interface KnownOperation {
  tool: Tool
  /** A hash of what is said, which may be large. */
  said: string
}

/** Where what a document says goes. */
export interface DocumentTarget {
  follow: Follow
  /** The server that a person named; a title is prose, so it comes second. */
  server: string | undefined
  /** Names that are free, by server. */
  nameFor(server: string): (name: string) => string
  tools: ToolCollector
  report: Report
  /** Is told of each operation that became a tool. */
  filed(document: Document, operation: FiledOperation): void
  /** Operations that became tools, by server, method and path: documents may say the same. */
  known: Map<string, KnownOperation>
  /** What is the matter with operations. */
  found: Causes
  /** What is the matter with references. */
  lost: Causes
}

/**
 * Files a tool for every operation of the document.
 * @throws UnreadableFile where it is no OpenAPI document that is read.
 */
export function readDocument(document: Document, target: DocumentTarget): void {
  const { paths, kind } = requireOpenApi(document)
  const operations = operationsOf(paths, document, target)
  const server = target.server ?? titleOf(document, target)
  const describe = describing(operations.map(({ written }) => written))
  const room = { left: MOST_SCHEMAS }
  const name = target.nameFor(server ?? '')
  for (const operation of operations) {
    const remark = remarkOn(operation, target)
    const reading = { ...kind, follow: target.follow, remark, room }
    const { text, left } = describe(operation.written)
    for (const why of left) target.found.add({ outcome: 'altered', ...entryOf(operation), why })
    addTool(operation, { description: text, server, name, reading, target, document })
  }
}

function titleOf(document: Document, { follow }: DocumentTarget): string | undefined {
  const info = objectBehind(document.root.info, document, { follow, remark: () => undefined })
  const { title: written } = info?.value ?? {}
  const title = typeof written === 'string' ? cleanLine(written) : ''
  return title === '' ? undefined : title.slice(0, LONGEST_TITLE).toWellFormed()
}

function operationsOf(paths: JsonObject, document: Document, target: DocumentTarget): Operation[] {
  let isSkipped = false
  const skip = (where: string, said: Remark): void => {
    isSkipped = true
    target.lost.add({ outcome: 'skipped', where: `${document.path}, ${where}`, ...said })
  }
  const { operations, left } = operationsIn(paths, document, {
    follow: target.follow,
    skip,
    most: MOST_OPERATIONS,
  })
  if (left > 0) {
    const why = `${counted(left, 'operation')} beyond the first ${MOST_OPERATIONS} were left out`
    const fix = 'Split the document, for instance by tags, and import its parts.'
    target.report.add({ outcome: 'skipped', where: document.path, why, fix })
  } else if (operations.length === 0) {
    const why = isSkipped
      ? 'All operations of the document stand behind references that cannot be followed'
      : 'The document has no operations'
    target.report.add({ outcome: 'notice', where: document.path, why })
  }
  const { webhooks } = document.root
  const calls = isObject(webhooks) ? Object.keys(webhooks).length : 0
  if (calls > 0) {
    const why = `${counted(calls, 'webhook')} became no tools: it is the API that makes such calls`
    target.report.add({ outcome: 'notice', where: document.path, why })
  }
  return operations
}

const idOf = ({ operationId }: JsonObject): string | undefined =>
  typeof operationId === 'string' && operationId.trim() !== '' ? cleanLine(operationId) : undefined

const entryOf = ({ where, written, method, path }: Operation) => ({
  where,
  entry: idOf(written) ?? `${method.toUpperCase()} ${path}`,
})

/** Each remark is made once of an operation, and each of its references is named. */
function remarkOn(operation: Operation, { found, lost }: DocumentTarget): (remark: Remark) => void {
  const made = new Set<string>()
  return ({ isOfReference, ...remark }) => {
    const key = isOfReference ? `${remark.why} ${remark.detail}` : remark.why
    if (made.has(key)) return
    made.add(key)
    const causes = isOfReference ? lost : found
    causes.add({ outcome: 'notice', ...entryOf(operation), ...remark })
  }
}

interface Around {
  description: string
  server: string | undefined
  name(wanted: string): string
  reading: OperationReading
  target: DocumentTarget
  document: Document
}

function addTool(operation: Operation, around: Around): void {
  const { written, method, path, where } = operation
  const { reading, target, server, description } = around
  const id = idOf(written)
  const { inputs, mediaType, response } = requestOf(operation, around)
  const context = contextOf(operation, around, {
    parameters: inputs.mapping,
    ...(mediaType !== undefined && { mediaType }),
  })
  const key = JSON.stringify([server, method, path])
  const said = { description, parameters: inputs.parameters, response, context }
  const earlier = target.known.get(key)
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex')
  if (earlier?.said === hash) {
    const why = 'The same operation comes earlier in these files'
    const fix = 'Leave one of the documents out.'
    target.found.add({ outcome: 'skipped', ...entryOf(operation), why, fix })
    target.filed(around.document, { tool: earlier.tool, id, method, path })
    return
  }
  const name = around.name(toolName(id, method, path))
  const altered = (why: string, detail?: string): void =>
    target.found.add({ outcome: 'altered', ...entryOf(operation), why, ...(detail && { detail }) })
  if (id !== undefined && id !== name) {
    altered('Names were made ones that every provider takes, each once', `“${id}” is ${name}`)
  }
  if (inputs.renamed.length > 0) {
    altered(
      'Parameters were renamed, to stand beside others or for what providers take',
      inputs.renamed.slice(0, 3).join(', '),
    )
  }
  if (written.deprecated === true) {
    reading.remark({ why: 'Deprecated operations come in hidden: no agent is offered them' })
  }
  const tool = target.tools.add({
    name,
    server,
    title: written.summary,
    ...said,
    tags: Array.isArray(written.tags) ? written.tags.filter((tag) => typeof tag === 'string') : [],
    ...(written.deprecated === true && { visibility: 'hidden' }),
    entry: written,
    where,
  })
  if (!tool) return
  target.known.set(key, { tool, said: hash })
  target.filed(around.document, { tool, id, method, path })
}

/** What a call of the operation takes and gives. */
function requestOf({ written, path, from, lists }: Operation, { reading, document }: Around) {
  const { consumes, produces } = document.root
  const requestBody = reading.isSwagger
    ? bodyOf(lists, typesOf(written.consumes, consumes), reading)
    : { value: written.requestBody, from }
  const body = bodyFields(requestBody?.value, requestBody?.from ?? from, reading)
  const fields = [...parameterFields(lists, path, reading), ...body.fields]
  return {
    inputs: flatInputs(fields, body.more),
    mediaType: body.mediaType,
    response: responseSchema(written.responses, from, {
      ...reading,
      produces: typesOf(written.produces, produces),
    }),
  }
}

/** What a caller needs to make the request of a tool's arguments. */
function contextOf(
  { method, path, written, servers }: Operation,
  { document: { root }, reading }: Around,
  request: JsonObject,
): JsonObject {
  const url = reading.isSwagger
    ? addressOf({ ...root, ...(written.schemes !== undefined && { schemes: written.schemes }) })
    : [...servers, root.servers].map(firstUrl).find(Boolean)
  return { method: method.toUpperCase(), path, ...(url !== undefined && { url }), ...request }
}

function firstUrl(servers: JsonValue | undefined): string | undefined {
  const [first] = Array.isArray(servers) ? servers : []
  return isObject(first) && typeof first.url === 'string' ? first.url.slice(0, 1_000) : undefined
}
