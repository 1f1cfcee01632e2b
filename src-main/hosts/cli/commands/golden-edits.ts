import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ActionInput } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { ToolId, type JsonValue } from '../../../domain/tool/tool'
import { isJsonObject } from '../../../domain/value/json'
import { keyValue, several } from '../arguments'
import { leakText } from '../golden-text'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface EditFlags extends Flags {
  text?: string
  tool?: string[]
  noneRight?: boolean
  tag?: string[]
  turn?: string[]
  grade?: Record<string, string>
  call?: string[]
}

type Written = ActionInput<'golden.save'>['query']

/** Adding, changing and removing golden queries. */
export function addGoldenEdits(
  command: (name: string, description: string) => Command,
  run: Run,
): void {
  const editing = (name: string, description: string) =>
    command(name, description)
      .argument('<set>', 'the golden set’s name; add makes one that is not there')
      .option('--tool <id>', 'a right tool; several times', several)
      .option('--none-right', 'say that no tool is right')
      .option('--tag <tag>', 'a tag; several times', several)
      .option('--turn <text>', 'what was said before it, the oldest first; several times', several)
      .option('--grade <tool=number>', 'how right a tool is, where not 1; several times', keyValue)
      .option(
        '--call <json>',
        'an expected call, {"tool": "…", "arguments": {…}}; several times',
        several,
      )
  editing('add', 'add a golden query')
    .argument('<query>', 'its text')
    .action((set: string, text: string, flags: EditFlags) =>
      run((session) => add(session, { set, text }, flags)),
    )
  editing('edit', 'change a golden query; what is not named stays')
    .argument('<id>', 'its id as golden show lists it')
    .option('--text <text>', 'what it is to say')
    .action((set: string, id: string, flags: EditFlags) =>
      run((session) => edit(session, { set, id }, flags)),
    )
  command('restore', 'put golden queries back that golden remove --json printed into a file')
    .argument('<set>', 'the golden set’s name')
    .argument('<file>', 'the file')
    .action((set: string, path: string, flags: Flags) =>
      run((session) => restore(session, { set, path }, flags)),
    )
  command('remove', 'remove golden queries; --json prints them, for golden restore')
    .argument('<set>', 'the golden set’s name')
    .argument('<id...>', 'their ids as golden show lists them')
    .action((set: string, ids: string[], flags: Flags) =>
      run((session) => remove(session, { set, ids }, flags)),
    )
}

async function add(
  session: CommandSession,
  { set, text }: { set: string; text: string },
  flags: EditFlags,
): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const query = { text, tools: [], ...writtenBy(flags) }
  const saved = await session.request('golden.save', { dir, set, query })
  if (flags.json) return session.printJson(saved)
  session.print(`Added as ${saved.query.id}: “${set}” holds ${saved.queries} queries.`)
  for (const leak of saved.leaks) session.remark(`It ${leakText(leak)}.`)
  for (const notice of saved.notices) session.remark(notice)
}

async function edit(
  session: CommandSession,
  { set, id }: { set: string; id: string },
  flags: EditFlags,
): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const base = await queryIn(session, { dir, set, id })
  const { text, tools, grades, calls, turns, tags } = base
  const before = { id, text, tools, grades, calls, turns, tags, noTool: tools.length === 0 }
  const changes = { ...(flags.text !== undefined && { text: flags.text }), ...writtenBy(flags) }
  if (Object.keys(changes).length === 0) {
    const fix =
      'Say what is to change: --text, --tool, --none-right, --tag, --turn, --grade or --call.'
    throw new Problem('bad-input', 'Nothing is to be changed.', fix)
  }
  const query = { ...before, ...stillRight(base, changes, session), ...changes }
  const saved = await session.request('golden.save', { dir, set, query, base })
  if (flags.json) return session.printJson(saved)
  session.print(saved.change === undefined ? 'It says so already.' : 'Changed.')
  for (const leak of saved.leaks) session.remark(`It ${leakText(leak)}.`)
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

async function remove(
  session: CommandSession,
  { set, ids }: { set: string; ids: string[] },
  flags: Flags,
): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const queries: GoldenQuery[] = []
  for (const id of ids) queries.push(await queryIn(session, { dir, set, id }))
  const { removed } = await session.request('golden.remove', { dir, set, ids })
  // What is gone is printed, so that it can be put back.
  if (flags.json) return session.printJson({ name: set, removed, queries })
  session.print(`${removed} golden ${removed === 1 ? 'query' : 'queries'} removed.`)
}

async function restore(
  session: CommandSession,
  { set, path }: { set: string; path: string },
  flags: Flags,
): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const file = resolve(session.terminal.cwd(), path)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Problem('not-found', `There is no ${file}.`, 'Check the path for typing errors.')
  })
  const value = jsonOf(text)
  const listed = isJsonObject(value) ? value['queries'] : value
  const queries = listed as ActionInput<'golden.add'>['queries']
  const done = await session.request('golden.add', { dir, set, queries, restored: true })
  if (flags.json) session.printJson(done)
  else {
    const what = done.added === 1 ? 'query' : 'queries'
    session.print(`${done.added} golden ${what} put into “${set}”.`)
    for (const { at, why } of done.refused) session.remark(`Query ${at + 1}: ${why}`)
  }
  if (done.added === 0) throw new Problem('conflict', `Nothing was put into “${set}”.`)
}

/** What the options say of a query; who names tools means that some are right. */
function writtenBy({ tool, noneRight, tag, turn, grade, call }: EditFlags): Partial<Written> {
  return {
    ...(tool && { tools: tool.map((id) => ToolId.parse(id)), noTool: false }),
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
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** @throws Problem `not-found`. */
async function queryIn(
  session: CommandSession,
  { dir, set, id }: { dir: string; set: string; id: string },
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
