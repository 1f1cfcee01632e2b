import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { anyTool } from '../../../importing/catalog/any-tool'
import { collectTools, type ToolCollector } from '../../../importing/catalog/collect-tools'
import { pathsOf } from '../../../importing/catalog/data-files'
import { importReport, type Report } from '../../../importing/catalog/report'
import {
  labelIndex,
  resolveQueries,
  type LabelledQuery,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type RowsFile } from '../../../importing/catalog/rows'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import type { Row } from '../../../importing/reading/file-content'
import { isObject, jsonIn } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'

/**
 * Benchmarks whose every row has a query, the tools that are given for it, and the right calls:
 * xLAM’s function calls (all in one row, as JSON in texts) and BFCL (the calls in files of
 * `possible_answer`, by the same ids). A query without calls is no golden query.
 */
export const functionCalls: ImportFormat = {
  id: 'function-calls',
  title: 'Function calls (xLAM, BFCL)',
  recognise(files) {
    const parts = { asked: filesOfRows(files, asAsked), answers: filesOfRows(files, asAnswer) }
    return {
      confidence: parts.asked.length > 0 ? 0.94 : 0,
      read: () => readDataSet(parts),
    }
  },
}

interface Asked {
  id: string | undefined
  text: string
  tools: JsonValue[]
  calls: Call[]
}

interface Call {
  tool: string
  arguments: JsonObject
}

interface Answer {
  id: string
  calls: Call[]
}

interface Parts {
  asked: RowsFile<Asked>[]
  answers: RowsFile<Answer>[]
}

function asAsked(value: JsonValue): Asked | undefined {
  if (!isObject(value)) return undefined
  const tools = listIn(value.tools ?? value.function)
  const text = textOf(value.query ?? value.question)
  if (text === undefined || !tools?.some((tool) => anyTool(tool) !== undefined)) return undefined
  return { id: idOf(value.id), text, tools, calls: callsIn(value.answers) }
}

function asAnswer(value: JsonValue): Answer | undefined {
  if (!isObject(value)) return undefined
  const id = idOf(value.id)
  const truth = listIn(value.ground_truth)
  return id !== undefined && truth ? { id, calls: truth.flatMap(callsByName) } : undefined
}

const idOf = (id: JsonValue | undefined): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined

/** A list, or one as JSON in a text. */
function listIn(value: JsonValue | undefined): JsonValue[] | undefined {
  const read = typeof value === 'string' ? jsonIn(value) : value
  return Array.isArray(read) ? read : undefined
}

/** A text, or what the user says first in messages, which BFCL has in a list of turns. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (!Array.isArray(value)) return undefined
  const said = value.flat().find((each) => isObject(each) && each.role === 'user')
  return isObject(said) && typeof said.content === 'string'
    ? said.content.trim() || undefined
    : undefined
}

const callsIn = (answers: JsonValue | undefined): Call[] =>
  (listIn(answers) ?? []).flatMap((call) =>
    isObject(call) && typeof call.name === 'string'
      ? [{ tool: call.name, arguments: isObject(call.arguments) ? call.arguments : {} }]
      : [],
  )

/** `{"get_weather": {"city": ["Oslo", ""]}}`: of the values that are right, the first. */
const callsByName = (call: JsonValue): Call[] =>
  isObject(call)
    ? Object.entries(call).map(([tool, given]) => ({
        tool,
        arguments: Object.fromEntries(
          Object.entries(isObject(given) ? given : {}).map(([name, values]) => [
            name,
            Array.isArray(values) ? (values[0] ?? null) : values,
          ]),
        ),
      }))
    : []

function readDataSet({ asked, answers }: Parts): FormatReading {
  const report = importReport()
  const collector = collectTools('function-calls', report)
  const known = new Map<string, string | undefined>()
  const right = new Map(
    answers.flatMap((file) => rowsOf(file, report).map(({ value }) => [value.id, value] as const)),
  )
  const names = setNames(asked.map(({ path }) => path))
  const written = asked.map((file, at) => {
    const name = names[at] ?? setName(file.path)
    const queries = rowsOf(file, report).flatMap((row) => {
      const ids = toolsOf(row, { known, collector })
      return readQuery(row, { set: name, ids, right })
    })
    return { name, queries }
  })
  const index = labelIndex(collector.tools)
  return {
    format: 'function-calls',
    tools: collector.tools,
    goldenSets: written.map(({ name, queries }) => ({
      name,
      queries: resolveQueries(queries, index, report),
    })),
    bundles: [],
    report: [...report.rows(), ...unanswered(asked, written, report)],
    used: pathsOf([...asked, ...answers] as SourceFile[]),
    ...collector.account(),
  }
}

interface Collecting {
  /** Id by the entry as JSON: rows repeat the tools of others. */
  known: Map<string, string | undefined>
  collector: ToolCollector
}

/** The ids of a row’s tools by their names. */
function toolsOf({ value, where }: Row<Asked>, { known, collector }: Collecting) {
  const ids = new Map<string, string>()
  for (const entry of value.tools) {
    const tool = anyTool(entry)
    if (!tool) continue
    const key = JSON.stringify(entry)
    if (!known.has(key)) {
      const { saysParameters: _says, likeParameters: _like, ...parts } = tool
      known.set(key, collector.add({ ...parts, entry, where })?.id)
    }
    const id = known.get(key)
    if (id !== undefined) ids.set(tool.name, id)
  }
  return ids
}

interface Labelling {
  set: string
  ids: ReadonlyMap<string, string>
  right: ReadonlyMap<string, Answer>
}

function readQuery(
  { number, where, value }: Row<Asked>,
  { set, ids, right }: Labelling,
): LabelledQuery[] {
  const { id, text } = value
  const own = value.calls.length > 0 ? value.calls : (right.get(id ?? '')?.calls ?? [])
  if (own.length === 0) return []
  const calls = own.map((call) => ({ ...call, tool: ids.get(call.tool) ?? call.tool }))
  const tools = [...new Set(calls.map(({ tool }) => tool))]
  return [{ id: id ?? `${set}-${number}`, text, tools, calls, origin: 'published', where }]
}

function unanswered(
  asked: RowsFile<Asked>[],
  written: readonly { queries: LabelledQuery[] }[],
  report: Report,
) {
  const all = asked.reduce((sum, file) => sum + rowsOf(file, report).length, 0)
  const kept = written.reduce((sum, { queries }) => sum + queries.length, 0)
  const [first] = asked
  if (!first || kept === all) return []
  return [
    {
      outcome: 'notice' as const,
      where: first.path,
      why: `${all - kept} of ${all} queries come without the calls that are right: their tools are taken, they are no golden queries`,
      fix: 'Import the files of right answers beside them (possible_answer of BFCL).',
    },
  ]
}
