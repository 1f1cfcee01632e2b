import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
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
import { type Follow, objectBehind, type Remark } from './references'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Operations of one document: more tools than any agent is offered. */
export const MOST_OPERATIONS = 10_000

/** Schemas that all operations of a document may have written out: ten times GitHub's. */
const MOST_SCHEMAS = 1_000_000

/** Characters of a document's title as the name of a server. */
const LONGEST_TITLE = 100

/** Where what a document says goes. */
export interface DocumentTarget {
  follow: Follow
  /** The server that a person named; a title is prose, so it comes second. */
  server: string | undefined
  /** Names that are free, by server. */
  nameFor(server: string): (name: string) => string
  tools: ToolCollector
  report: Report
  found: Causes
}

interface Operation {
  method: string
  path: string
  where: string
  written: JsonObject
  /** The path item around it, and the document that it stands in. */
  item: JsonObject
  from: Document
}

/**
 * Files a tool for every operation of the document.
 * @throws UnreadableFile where it is no OpenAPI document that is read.
 */
export function readDocument(document: Document, target: DocumentTarget): void {
  const { paths, isOld } = requireOpenApi(document)
  const operations = operationsOf(paths, document, target)
  const server = target.server ?? titleOf(document)
  const describe = describing(operations.map(({ written }) => written))
  const room = { left: MOST_SCHEMAS }
  const name = target.nameFor(server ?? '')
  for (const operation of operations) {
    const remark = remarkOn(operation, target.found)
    const reading = { follow: target.follow, remark, isOld, room }
    const { text, left } = describe(operation.written)
    for (const why of left) target.found.add({ outcome: 'altered', ...entryOf(operation), why })
    addTool(operation, { description: text, server, name, reading, target, document })
  }
}

function titleOf({ root }: Document): string | undefined {
  const { info } = root
  const title = isObject(info) && typeof info.title === 'string' ? cleanLine(info.title) : ''
  return title === '' ? undefined : title.slice(0, LONGEST_TITLE).toWellFormed()
}

function operationsOf(paths: JsonObject, document: Document, target: DocumentTarget): Operation[] {
  const operations: Operation[] = []
  let count = 0
  for (const [path, written] of Object.entries(paths)) {
    const remark = (said: Remark): void =>
      target.found.add({ outcome: 'skipped', where: `${document.path}, ${path}`, ...said })
    const found = objectBehind(written, document, { follow: target.follow, remark })
    for (const method of found ? METHODS : []) {
      const operation = found?.value[method]
      if (!found || !isObject(operation)) continue
      count += 1
      if (count > MOST_OPERATIONS) continue
      const where = `${document.path}, ${method.toUpperCase()} ${path}`
      operations.push({
        method,
        path,
        where,
        written: operation,
        item: found.value,
        from: found.from,
      })
    }
  }
  if (count > MOST_OPERATIONS) {
    const why = `${counted(count - MOST_OPERATIONS, 'operation')} beyond the first ${MOST_OPERATIONS} were left out`
    const fix = 'Split the document, for instance by tags, and import its parts.'
    target.report.add({ outcome: 'skipped', where: document.path, why, fix })
  } else if (count === 0) {
    const why = 'The document has no operations'
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

/** Each remark is made once of an operation. */
function remarkOn(operation: Operation, found: Causes): (remark: Remark) => void {
  const made = new Set<string>()
  return (remark) => {
    if (made.has(remark.why)) return
    made.add(remark.why)
    found.add({ outcome: 'notice', ...entryOf(operation), ...remark })
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
  const { written, method, path, where, item, from } = operation
  const { reading, target, server, description, document } = around
  const id = idOf(written)
  const name = around.name(toolName(id, method, path))
  const altered = (why: string, detail?: string): void =>
    target.found.add({ outcome: 'altered', ...entryOf(operation), why, ...(detail && { detail }) })
  if (id !== undefined && id !== name) {
    altered('Names were made ones that every provider takes, each once', `“${id}” is ${name}`)
  }
  const lists = [item.parameters, written.parameters].map((list) => ({ written: list, from }))
  const body = bodyFields(written.requestBody, from, reading)
  const inputs = flatInputs([...parameterFields(lists, reading), ...body.fields], body.more)
  if (inputs.renamed.length > 0) {
    altered(
      'Parameters were renamed, to stand beside others or for what providers take',
      inputs.renamed.slice(0, 3).join(', '),
    )
  }
  if (written.deprecated === true) {
    reading.remark({ why: 'Deprecated operations come in hidden: no agent is offered them' })
  }
  target.tools.add({
    name,
    server,
    title: written.summary,
    description,
    parameters: inputs.parameters,
    response: responseSchema(written.responses, from, reading),
    tags: Array.isArray(written.tags) ? written.tags.filter((tag) => typeof tag === 'string') : [],
    ...(written.deprecated === true && { visibility: 'hidden' }),
    entry: written,
    context: contextOf(operation, document, { parameters: inputs.mapping, ...mediaTypeOf(body) }),
    where,
  })

  function mediaTypeOf({ mediaType }: { mediaType?: string }): JsonObject {
    return mediaType === undefined ? {} : { mediaType }
  }
}

/** What a caller needs to make the request of a tool's arguments. */
function contextOf(
  { method, path, written, item }: Operation,
  { root }: Document,
  request: JsonObject,
): JsonObject {
  const url = [written.servers, item.servers, root.servers].map(firstUrl).find(Boolean)
  return { method: method.toUpperCase(), path, ...(url !== undefined && { url }), ...request }
}

function firstUrl(servers: JsonValue | undefined): string | undefined {
  const [first] = Array.isArray(servers) ? servers : []
  return isObject(first) && typeof first.url === 'string' ? first.url.slice(0, 1_000) : undefined
}
