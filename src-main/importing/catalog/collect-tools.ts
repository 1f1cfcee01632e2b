import type { ReportRow } from '../../domain/catalog/import'
import { schemaFaults } from '../../domain/tool/schema-faults'
import { parametersOf } from '../../domain/tool/schema-parameters'
import {
  type Annotations,
  type Dependency,
  type DependencyKind,
  type JsonObject,
  type JsonValue,
  type StandardisedFields,
  type Tool,
  type ToolExample,
  toolId,
  type ToolId,
  type Visibility,
} from '../../domain/tool/tool'
import type { FormatReading } from '../import-format'
import { cleanText, cleanTexts } from '../../domain/value/clean-texts'
import { cleanJson, DEPTH_LIMIT, cleanLine } from '../reading/clean-json'
import { isObject } from '../reading/parse-json'
import {
  isHuge,
  noParameters,
  objectSchema,
  referenceFault,
  SCHEMA_SIZE_LIMIT,
} from './object-schema'
import type { Report } from './report'
import { uniqueIds } from './unique-ids'

/**
 * What the providers' name rules agree on (OpenAI and Anthropic without the dot, MCP and Gemini
 * with it).
 */
const PROVIDER_NAME = /^[a-zA-Z0-9_.-]{1,64}$/

/** Fields that are told not to be understood, and characters of the name of one. */
const MOST_FIELDS = 100
const LONGEST_FIELD = 60

/** Characters of the longest name of a tool or server that is taken for one; agents take 64. */
const LONGEST_NAME = 1_000

/** A dependency as a file writes it: `on` is a tool's id or name, not resolved yet. */
export interface DependencyEntry {
  on: string
  kind: DependencyKind
  parameter?: string
  reason?: string
}

/** One tool as a format read it, before the checks that every format shares. */
export interface ToolEntry {
  name: JsonValue | undefined
  server?: string
  title?: JsonValue
  description?: JsonValue
  /** A JSON Schema; absent means the tool takes no parameters. */
  parameters?: JsonValue
  response?: JsonValue
  tags?: string[]
  visibility?: Visibility
  annotations?: Annotations
  examples?: ToolExample[]
  /** Resolve them with `resolveDependencies` once all tools are collected. */
  dependencies?: DependencyEntry[]
  standardised?: StandardisedFields
  /** The entry exactly as the file has it. */
  entry: JsonValue
  /** What surrounds the entry and export needs again. */
  context?: JsonObject
  /** Where the entry stands, for the report. */
  where: string
  /** Fields of the entry that its format does not read. */
  unknownFields?: readonly string[]
  /** The format of the entry, where it is another than that of its file. */
  format?: string
}

/** What became of the entries that were meant as tools. */
export type CollectedAccount = Required<Pick<FormatReading, 'entries' | 'unknownFields'>>

/** Collects the tools of one import under ids that are unique. */
export interface ToolCollector {
  readonly tools: Tool[]
  /**
   * The tool as filed, or the earlier one that says the same; undefined when it was skipped. The
   * report says what was done to it.
   */
  add(entry: ToolEntry): Tool | undefined
  /** Says in the report why an entry that was meant as a tool is none. */
  refuse(why: Pick<ReportRow, 'where' | 'entry' | 'why' | 'fix'>): void
  /** Entries that came twice count once. */
  account(): CollectedAccount
}

type Remark = (outcome: ReportRow['outcome'], why: string, fix?: string) => void

/** The fields of an entry that are none of those `known` to its format. */
export const fieldsBeside = (entry: JsonObject, known: ReadonlySet<string>): string[] =>
  Object.keys(entry).filter((key) => !known.has(key))

/** An empty collector; every tool it keeps is of the `format`. */
export function collectTools(format: string, report: Report): ToolCollector {
  const tools: Tool[] = []
  const firstById = new Map<ToolId, Tool>()
  /**
   * By the id they wanted, the tools filed, by their sources as JSON; filled from the second one
   * on.
   */
  const wanted = new Map<ToolId, Map<string, Tool>>()
  const idFor = uniqueIds()
  let entries = 0
  const unknown = new Map<string, number>()
  /** The tool filed earlier from the same source, or else what `file` files. */
  const filedOnce = (tool: Tool, file: () => Tool): { tool: Tool; isRepeat: boolean } => {
    const first = firstById.get(tool.id)
    if (!first) {
      const filed = file()
      firstById.set(tool.id, filed)
      return { tool: filed, isRepeat: false }
    }
    const known = wanted.get(tool.id) ?? new Map([[JSON.stringify(first.source), first]])
    wanted.set(tool.id, known)
    const source = JSON.stringify(tool.source)
    const same = known.get(source)
    if (same) return { tool: same, isRepeat: true }
    const filed = file()
    known.set(source, filed)
    return { tool: filed, isRepeat: false }
  }
  return {
    tools,
    refuse(row) {
      entries += 1
      report.add({ ...row, outcome: 'skipped' })
    },
    account: () => ({
      entries,
      unknownFields: [...unknown]
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, MOST_FIELDS)
        .map(([field]) => cleanLine(field).slice(0, LONGEST_FIELD)),
    }),
    add({ unknownFields = [], format: own = format, ...entry }) {
      entries += 1
      for (const field of unknownFields) unknown.set(field, (unknown.get(field) ?? 0) + 1)
      const remark = remarkOn(entry, report)
      const tool = readTool(own, cleanEntry(entry, remark), remark)
      if (!tool) return undefined
      const file = (): Tool => {
        const id = idFor(tool.id) as ToolId
        if (id !== tool.id) {
          const fix = 'Rename one of the two at its source: an agent cannot tell them apart.'
          remark('altered', `Another tool has this name: this one gets the id ${id}`, fix)
        }
        const filed = { ...tool, id }
        tools.push(filed)
        return filed
      }
      const found = filedOnce(tool, file)
      if (found.isRepeat) {
        entries -= 1
        remark('skipped', 'The same tool comes earlier in these files')
      }
      return found.tool
    },
  }
}

function remarkOn({ name, where }: ToolEntry, report: Report): Remark {
  const entry = typeof name === 'string' ? cleanLine(name) : ''
  return (outcome, why, fix) =>
    report.add({ outcome, where, ...(entry && { entry }), why, ...(fix && { fix }) })
}

/** The entry with every part that is arbitrary JSON no deeper than code can walk. */
function cleanEntry(entry: ToolEntry, remark: Remark): ToolEntry {
  let cut = false
  const safe = <T extends JsonValue | undefined>(value: T): T => {
    if (value === undefined) return value
    const cleaned = cleanJson<JsonValue>(value)
    cut ||= cleaned.cut
    return cleaned.value as T
  }
  const cleaned = {
    ...entry,
    parameters: safe(entry.parameters),
    response: safe(entry.response),
    examples: safe(entry.examples),
    standardised: safe(entry.standardised),
    context: safe(entry.context),
    entry: safe(entry.entry),
  }
  if (cut) {
    const fix = 'Describe the inner levels in words: models do not follow schemas this deep.'
    remark('altered', `What was nested deeper than ${DEPTH_LIMIT} levels was cut off`, fix)
  }
  return cleaned
}

function readTool(format: string, entry: ToolEntry, remark: Remark): Tool | undefined {
  const name = readName(entry.name, remark)
  if (name === undefined) return undefined
  const server = cleanLine(entry.server ?? '')
  if (server.length > LONGEST_NAME) {
    remark('skipped', `The name of its server is longer than ${LONGEST_NAME} characters`)
    return undefined
  }
  const title = typeof entry.title === 'string' ? cleanLine(entry.title) : ''
  const { response, annotations, standardised, context } = entry
  return {
    id: toolId(name, server),
    name,
    ...(server && { server }),
    ...(title && { title }),
    description: readDescription(entry.description, remark),
    parameters: readParameters(entry.parameters, remark),
    ...(isObject(response) && { response: readResponse(response, remark) }),
    tags: [...new Set((entry.tags ?? []).map(cleanLine))].filter((tag) => tag !== ''),
    visibility: entry.visibility ?? 'public',
    ...(annotations && { annotations }),
    examples: entry.examples ?? [],
    // Ids only once `resolveDependencies` has seen all tools.
    dependencies: (entry.dependencies ?? []) as Dependency[],
    ...(standardised && { standardised }),
    source: { format, entry: entry.entry, ...(context && { context }) },
  }
}

function readName(written: JsonValue | undefined, remark: Remark): string | undefined {
  const name = typeof written === 'string' ? cleanLine(written) : ''
  if (name === '') {
    remark('skipped', 'The tool has no name', 'Give it the name by which agents call it.')
    return undefined
  }
  if (name.length > LONGEST_NAME) {
    const fix = 'Give it the name by which agents call it.'
    remark('skipped', `The name is longer than ${LONGEST_NAME} characters`, fix)
    return undefined
  }
  if (typeof written === 'string' && cleanText(written) !== written) {
    remark('altered', 'Control or invisible characters were removed from the name')
  }
  if (!PROVIDER_NAME.test(name)) {
    const fix =
      'Use 1 to 64 letters, digits, underscores, hyphens or dots before sending it to a model.'
    remark('notice', 'No provider accepts this name; it is kept as it is', fix)
  }
  return name
}

function readDescription(written: JsonValue | undefined, remark: Remark): string {
  const description = typeof written === 'string' ? cleanText(written) : ''
  if (typeof written === 'string' && description !== written) {
    remark('altered', 'Control or invisible characters were removed from the description')
  }
  if (description.trim() === '') {
    const fix = 'Write one in the catalog: without it the tool is found by its name only.'
    remark('notice', 'The tool has no description', fix)
  }
  return description
}

function readParameters(written: JsonValue | undefined, remark: Remark): JsonObject {
  const { schema, altered } = objectSchema(written)
  if (altered) remark('altered', altered, 'Give the parameters as a JSON Schema of type object.')
  const checked = checkSchema(schema, 'parameters', remark) ?? noParameters()
  for (const { says, fix } of kindsOfFaults(checked)) remark('notice', says, fix)
  const fix = 'Agents are sent the whole schema all the same.'
  for (const cut of parametersOf(checked).cut) remark('notice', cut, fix)
  return checked
}

/** What is told of every schema, or of the whole entry. */
const TOLD_ELSEWHERE = new Set(['reference-nowhere', 'too-deep', 'too-large'])

/** A fault of each kind that makes the schema none, whoever reads it. */
const kindsOfFaults = (schema: JsonObject) => {
  const faults = schemaFaults(schema).filter(
    ({ name, grade }) => (grade === 'fault' || grade === 'broken') && !TOLD_ELSEWHERE.has(name),
  )
  return new Map(faults.map((fault) => [fault.name, fault])).values()
}

const readResponse = (written: JsonObject, remark: Remark): JsonObject =>
  checkSchema(written, 'response', remark) ?? {}

/** The schema ready to use, or undefined where it is too large. */
function checkSchema(schema: JsonObject, part: string, remark: Remark): JsonObject | undefined {
  if (isHuge(schema)) {
    const why = `The schema of the ${part} is larger than ${SCHEMA_SIZE_LIMIT / 1024} KB and was left out`
    remark('altered', why, 'Shorten it: every request to a model would carry all of it.')
    return undefined
  }
  const cleaned = cleanTexts(schema)
  if (cleaned !== schema) {
    remark('altered', `Control or invisible characters were removed from texts in the ${part}`)
  }
  const fault = referenceFault(cleaned)
  if (fault) remark('notice', fault, 'Point it at a part of the same schema, such as #/$defs/name.')
  return cleaned
}
