import { z } from 'zod'
import type { ActionInput } from '../../../features/actions'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { ToolId, type JsonValue } from '../../../domain/tool/tool'
import { parseExact } from '../../../domain/value/exact-json'
import { isJsonObject } from '../../../domain/value/json'
import { asks, command, itsChange, type CommandGroup } from '../command'
import { several } from '../flags'
import { leakText } from '../golden-text'
import type { CommandSession } from '../session'
import { textOfFile } from '../text-of-file'

/** What is said of a golden query. */
const QUERY_FLAGS = {
  tool: z.array(ToolId).optional().describe('a right tool; several times'),
  noneRight: z.boolean().optional().describe('say that no tool is right'),
  tag: several('tag', 'a tag; several times'),
  turn: several('text', 'what was said before it, the oldest first; several times'),
  grade: z.record(ToolId, z.string()).optional().meta({
    title: 'tool=number',
    description: 'how right a tool is, where not 1; several times',
  }),
  call: several('json', 'an expected call, {"tool": "…", "arguments": {…}}; several times'),
}
type QueryFlags = { [Flag in keyof typeof QUERY_FLAGS]: z.output<(typeof QUERY_FLAGS)[Flag]> }

const Place = { dir: Dir, set: z.string().describe('the golden set’s name') }
type Place = { dir: string; set: string }

type Written = ActionInput<'golden.save'>['query']

/** Adding, changing and removing golden queries. */
export const goldenEdits: CommandGroup['commands'] = {
  add: command({
    summary: 'add a golden query',
    args: ['set', 'text'],
    names: { text: 'query' },
    input: {
      dir: Dir,
      set: z.string().describe('the golden set’s name; one that is not there is made'),
      text: z.string().describe('its text'),
      ...QUERY_FLAGS,
    },
    run: (session, { dir, set, text, ...flags }) =>
      session.request('golden.save', { dir, set, query: { text, tools: [], ...writtenBy(flags) } }),
    undo: itsChange,
    print({ query, queries, leaks, notices }, { set }, session) {
      for (const leak of leaks) session.remark(`It ${leakText(leak)}.`)
      for (const notice of notices) session.remark(notice)
      return `Added as ${query.id}: “${set}” holds ${queries} queries.`
    },
  }),
  edit: command({
    summary: 'change a golden query; what is not named stays',
    args: ['set', 'id'],
    input: {
      ...Place,
      id: z.string().describe('its id as golden show lists it'),
      text: z.string().optional().describe('its new text'),
      ...QUERY_FLAGS,
    },
    run: edit,
    undo: itsChange,
    print({ change, leaks }, _, session) {
      for (const leak of leaks) session.remark(`It ${leakText(leak)}.`)
      return change === undefined ? 'It says so already.' : 'Changed.'
    },
  }),
  tag: asks('golden.tag', {
    args: ['set', 'ids'],
    names: { ids: 'id' },
    undo: itsChange,
    print: ({ changed }) => `${counted(changed)} changed.`,
  }),
  move: asks('golden.move', {
    args: ['set', 'ids'],
    names: { ids: 'id' },
    undo: itsChange,
    print: ({ moved, left }, { to, copy }) =>
      `${counted(moved)} ${copy ? 'copied' : 'moved'} to “${to}”${left > 0 ? `; ${left} it holds already` : ''}.`,
  }),
  restore: command({
    summary: 'put golden queries back that golden remove --json printed into a file',
    args: ['set', 'file'],
    input: { ...Place, file: z.string().describe('the file') },
    run: restore,
    undo: itsChange,
    print({ added, refused }, { set }, session) {
      for (const { at, why } of refused) session.remark(`Query ${at + 1}: ${why}`)
      return `${counted(added)} put into “${set}”.`
    },
    failure: ({ added }, { set }) =>
      added === 0 ? new Problem('conflict', `Nothing was put into “${set}”.`) : undefined,
  }),
  remove: command({
    summary: 'remove golden queries; --json prints them, for golden restore',
    args: ['set', 'ids'],
    names: { ids: 'id' },
    input: {
      ...Place,
      ids: z.array(z.string()).min(1).describe('their ids as golden show lists them'),
    },
    run: remove,
    undo: itsChange,
    print: ({ removed }) => `${counted(removed)} removed.`,
  }),
}

const counted = (queries: number): string =>
  `${queries} golden ${queries === 1 ? 'query' : 'queries'}`

type Edited = Place & QueryFlags & { id: string; text: string | undefined }

async function edit(session: CommandSession, { dir, set, id, text: said, ...flags }: Edited) {
  const base = await queryIn(session, { dir, set, id })
  const { text, tools, grades, calls, turns, tags } = base
  const before = { id, text, tools, grades, calls, turns, tags, noTool: tools.length === 0 }
  const changes = { ...(said !== undefined && { text: said }), ...writtenBy(flags) }
  if (Object.keys(changes).length === 0) {
    const fix =
      'Say what is to change: --text, --tool, --none-right, --tag, --turn, --grade or --call.'
    throw new Problem('bad-input', 'Nothing to change.', fix)
  }
  const query = { ...before, ...stillRight(base, changes, session), ...changes }
  return session.request('golden.save', { dir, set, query, base })
}

/** Grades and expected calls without those of tools that are no right ones any more. */
function stillRight(
  { grades = {}, calls = [] }: GoldenQuery,
  changes: Partial<Written>,
  session: CommandSession,
): Pick<Written, 'grades' | 'calls'> {
  if (!changes.tools) return {}
  const right = new Set<string>(changes.tools)
  const kept = {
    grades: Object.fromEntries(Object.entries(grades).filter(([tool]) => right.has(tool))),
    calls: calls.filter(({ tool }) => right.has(tool)),
  }
  const named = new Set([...Object.keys(grades), ...calls.map(({ tool }) => tool)])
  for (const tool of [...named].filter((id) => !right.has(id))) {
    session.remark(`“${tool}” is no right tool any more: its grade and expected calls go with it.`)
  }
  return kept
}

/** What is gone is in the answer, so that it can be put back. */
async function remove(session: CommandSession, { dir, set, ids }: Place & { ids: string[] }) {
  const queries: GoldenQuery[] = []
  for (const id of ids) queries.push(await queryIn(session, { dir, set, id }))
  return { name: set, queries, ...(await session.request('golden.remove', { dir, set, ids })) }
}

async function restore(session: CommandSession, { dir, set, file }: Place & { file: string }) {
  const path = session.path(file)
  const value = jsonOf(await textOfFile(path))
  const listed = isJsonObject(value) ? value['queries'] : value
  const queries = listed as ActionInput<'golden.add'>['queries']
  return session.request('golden.add', { dir, set, queries, restored: true })
}

/** What the options say of a query; who names tools means that some are right. */
function writtenBy({ tool, noneRight, tag, turn, grade, call }: QueryFlags): Partial<Written> {
  return {
    ...(tool && { tools: tool, noTool: false }),
    ...(noneRight && { tools: [], noTool: true, grades: {}, calls: [] }),
    ...(tag && { tags: tag }),
    ...(turn && { turns: turn }),
    ...(grade && { grades: gradesOf(grade) }),
    ...(call && { calls: call.map(callOf) }),
  }
}

const gradesOf = (grades: Record<string, string>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(grades).map(([tool, text]) => {
      const grade = Number(text)
      if (Number.isFinite(grade) && text !== '') return [tool, grade]
      throw new Problem('bad-input', `“${text}” is no number, as the grade of “${tool}”.`)
    }),
  )

function callOf(text: string): NonNullable<Written['calls']>[number] {
  const value = jsonOf(text)
  const tool = isJsonObject(value) ? value['tool'] : undefined
  const given = isJsonObject(value) ? (value['arguments'] ?? {}) : undefined
  if (typeof tool === 'string' && isJsonObject(given)) {
    return { tool: ToolId.parse(tool), arguments: given }
  }
  const fix = 'Write it as {"tool": "…", "arguments": {…}}.'
  throw new Problem('bad-input', 'An expected call is not JSON of a tool and its arguments.', fix)
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** @throws Problem `not-found`. */
async function queryIn(
  session: CommandSession,
  { dir, set, id }: Place & { id: string },
): Promise<GoldenQuery> {
  const { queries } = await session.request('golden.queries', {
    dir,
    set,
    search: id,
    limit: 1_000,
  })
  const found = queries.find((query) => query.id === id)
  if (found) return found
  const message = `The golden set “${set}” has no query with the id “${id}”.`
  throw new Problem('not-found', message, `See pegboard golden show “${set}”.`)
}
