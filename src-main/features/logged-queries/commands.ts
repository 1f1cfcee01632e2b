import { z } from 'zod'
import { actions, type ActionAnswer, type ActionInput } from '../actions'
import { columnsCsv } from '../../contract/columns/column'
import { BUNDLE_COLUMNS, LOGGED_COLUMNS } from './shared/columns'
import { NOT_THERE } from './shared/not-there'
import { page } from '../../contract/page'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import type { HistoryStock } from '../../domain/query/bundle'
import { historyText, loggedText } from '../../domain/query/logged-queries'
import { ToolId } from '../../domain/tool/tool'
import { asks, command, withoutChange, type CommandGroup } from '../../hosts/cli/command'
import { listLines } from '../../hosts/cli/print-table'
import type { CommandSession } from '../../hosts/cli/session'

const history: CommandGroup = {
  summary:
    'logged queries and their bundles: list, add, edit, delete; import them with import-golden --history',
  byDefault: 'list',
  commands: {
    list: command({
      summary: 'list logged queries, or the bundles that they took',
      input: {
        dir: Dir,
        tool: ToolId.optional().describe('only queries of this tool'),
        search: z.string().optional().meta({
          title: 'text',
          description: 'only those that hold this text, in the query or a tool',
        }),
        bundles: z
          .boolean()
          .optional()
          .describe('list bundles instead, with how many queries took each'),
        sort: z
          .enum(['newest', 'oldest'])
          .optional()
          .meta({ title: 'by', description: 'by when they were logged' }),
        ...page(50),
      },
      run: async (session, { tool, bundles, ...asked }) =>
        bundles
          ? { bundles: await session.request('history.bundles', asked) }
          : { queries: await session.request('history.list', { ...asked, tool }) },
      json: ({ bundles, queries }) => bundles ?? queries,
      csv: ({ bundles, queries }) =>
        bundles
          ? columnsCsv(BUNDLE_COLUMNS, bundles.rows)
          : columnsCsv(LOGGED_COLUMNS, queries.rows),
      print: ({ bundles, queries }) => (bundles ? bundleLines(bundles) : queryLines(queries)),
    }),
    add: command({
      summary: 'log a query with the tools that it took',
      args: ['query'],
      names: { tools: 'tool' },
      input: {
        dir: Dir,
        query: z.string().describe('the query'),
        tools: z.array(ToolId).default([]).describe('a tool that it took; several times'),
      },
      run: add,
      json: withoutChange,
      print: ({ isNew }) => (isNew ? 'Logged.' : 'It is logged with these tools already.'),
    }),
    edit: command({
      summary: 'change a logged query or its tools',
      args: ['id'],
      names: { tools: 'tool' },
      input: actions['history.edit'].input.shape,
      run: edit,
      json: withoutChange,
      print: ({ merged, id }) =>
        merged
          ? 'Another logged query says the same: the two are merged.'
          : `Changed: its id is ${id} now.`,
    }),
    delete: command({
      summary: 'delete logged queries; --json prints them, as import-golden --history reads them',
      args: ['ids'],
      names: { ids: 'id' },
      input: { dir: Dir, ids: z.array(z.string()).min(1).describe('their ids as listed') },
      run: (session, { dir, ids }, { isJson }) =>
        session.request('history.remove', { dir, ids, withQueries: isJson }),
      json: ({ removed, missing, queries }) => ({ removed, missing, queries }),
      print: ({ removed }) => deletedText(removed),
      failure: ({ missing }) => (missing.length > 0 ? notLogged(missing) : undefined),
    }),
    clear: asks('history.clear', {
      json: withoutChange,
      print: ({ removed }) => deletedText(removed),
    }),
    'add-from-run': asks('history.addRun', {
      args: ['run'],
      names: { queries: 'query', preview: 'dry-run' },
      json: withoutChange,
      print: addedLines,
    }),
  },
}

async function add(
  session: CommandSession,
  { dir, query, tools }: { dir: string; query: string; tools: ToolId[] },
) {
  if (tools.length > 0) return session.request('history.add', { dir, query, tools })
  const fix = 'Name each with --tool, by its id as the catalog lists it.'
  throw new Problem('bad-input', 'A logged query needs the tools that it took.', fix)
}

/** Keeps what is not said to change. @throws Problem `bad-input`, `not-found`. */
async function edit(session: CommandSession, asked: ActionInput<'history.edit'>) {
  if (asked.query === undefined && asked.tools === undefined) {
    const fix = 'Say what is to change: --query for its text, --tool for its tools.'
    throw new Problem('bad-input', 'Nothing to change.', fix)
  }
  try {
    return await session.request('history.edit', asked)
  } catch (error) {
    if (error instanceof Problem && error.message === NOT_THERE) throw notLogged([asked.id])
    throw error
  }
}

const notLogged = (ids: readonly string[]): Problem => {
  const named = ids.map((id) => `“${id}”`).join(', ')
  const message =
    ids.length === 1
      ? `No logged query has the id ${named}.`
      : `No logged queries have the ids ${named}.`
  return new Problem('not-found', message, 'See pegboard history.')
}

const deletedText = (removed: number): string => `${loggedText(removed)} deleted.`

function addedLines(
  { added, merged, goldenSet, stock }: ActionAnswer<'history.addRun'>,
  { preview }: { preview?: boolean },
): string[] {
  const there = merged > 0 ? ` (${merged} ${merged === 1 ? 'is' : 'are'} logged already)` : ''
  return [
    `${added} golden queries of “${goldenSet}” ${preview ? 'would be logged' : 'logged'}${there}.`,
    `Do not measure with “${goldenSet}” recipes that learn from them: a query is left out only while it is measured itself.`,
    ...(preview ? [] : [`${stockText(stock)}.`]),
  ]
}

/**
 * What there is in words: `60 logged queries of 57 bundles; 60 are synthetic: nobody asked them`.
 */
function stockText({ queries, bundles, useless, synthetic }: HistoryStock): string {
  const counted = `${loggedText(queries)} of ${bundles} ${bundles === 1 ? 'bundle' : 'bundles'}`
  const invented =
    synthetic === 0
      ? []
      : [`${synthetic === queries ? 'all' : synthetic} synthetic: nobody asked them`]
  const gone = useless === 0 ? [] : [`${useless} without a tool of this catalog teach nothing`]
  return [counted, ...invented, ...gone].join('; ')
}

const NONE = 'No query is logged. Import some: pegboard import-golden --history FILE.'
const NONE_FITS = 'Nothing matches.'

/** Logged queries as a table, and what there is of them in all. */
function queryLines({ total, rows, figures, stock }: ActionAnswer<'history.list'>): string[] {
  if (stock.queries === 0) return [NONE]
  const { id, loggedAt, tools, query, from } = LOGGED_COLUMNS
  return [
    ...listLines({ id, loggedAt, tools, query, from }, { rows, total, none: NONE_FITS }),
    `${stockText(stock)}.`,
    `Learned from: ${historyText(figures)}.`,
  ]
}

/** Bundles as a table, and what there is of them in all. */
function bundleLines({ total, rows, stock }: ActionAnswer<'history.bundles'>): string[] {
  if (stock.queries === 0) return [NONE]
  const { queries, first, last, tools, example } = BUNDLE_COLUMNS
  return [
    ...listLines({ queries, first, last, tools, example }, { rows, total, none: NONE_FITS }),
    `${stockText(stock)}.`,
  ]
}

export const commands = { history }
