import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { columnsCsv } from '../../../contract/columns/column'
import { BUNDLE_COLUMNS, LOGGED_COLUMNS } from '../../../contract/columns/history'
import { page } from '../../../contract/page'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { historyText, stockText } from '../../../domain/query/logged-queries'
import { ToolId } from '../../../domain/tool/tool'
import { asks, command, type CommandGroup } from '../command'
import { listLines } from '../print-table'
import type { CommandSession } from '../session'

export const history: CommandGroup = {
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
      print: ({ isNew }) => (isNew ? 'Logged.' : 'It is logged with these tools already.'),
    }),
    edit: command({
      summary: 'change a logged query or its tools',
      args: ['id'],
      names: { tools: 'tool' },
      input: {
        dir: Dir,
        id: z.string().describe('its id as listed'),
        query: z.string().optional().meta({ title: 'text', description: 'its new text' }),
        tools: z
          .array(ToolId)
          .optional()
          .describe('a tool that it took, in place of those it has; several times'),
      },
      run: edit,
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
      run: remove,
      print: deletedText,
    }),
    clear: asks('history.clear', { print: deletedText }),
    'add-from-run': asks('history.addRun', {
      args: ['run'],
      names: { queries: 'query', preview: 'dry-run' },
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

interface Edit {
  dir: string
  id: string
  query: string | undefined
  tools: ToolId[] | undefined
}

async function edit(session: CommandSession, { dir, id, query, tools }: Edit) {
  if (query === undefined && tools === undefined) {
    const fix = 'Say what is to change: --query for its text, --tool for its tools.'
    throw new Problem('bad-input', 'Nothing to change.', fix)
  }
  const before = await loggedQuery(session, dir, id)
  return session.request('history.edit', {
    dir,
    id,
    query: query ?? before.query,
    tools: tools ?? before.tools.map(({ tool }) => tool),
  })
}

/** A search for an id finds nothing but what has it, or says it. */
async function loggedQuery(session: CommandSession, dir: string, id: string) {
  const { rows } = await session.request('history.list', { dir, search: id, limit: 1000 })
  const found = rows.find((row) => row.id === id)
  if (found) return found
  throw new Problem('not-found', `No logged query has the id “${id}”.`, 'See pegboard history.')
}

async function remove(
  session: CommandSession,
  { dir, ids }: { dir: string; ids: string[] },
  { isJson }: { isJson: boolean },
) {
  // What is gone afterwards is printed, so that it can be imported again.
  const gone = isJson ? await Promise.all(ids.map((id) => loggedQuery(session, dir, id))) : []
  const { removed } = await session.request('history.remove', { dir, ids })
  const queries = gone.map(({ query, tools }) => ({ query, tools: tools.map(({ tool }) => tool) }))
  return { removed, queries }
}

function deletedText({ removed }: { removed: number }): string {
  return `${removed} logged ${removed === 1 ? 'query' : 'queries'} deleted.`
}

async function addedLines(
  { added, merged, goldenSet }: ActionAnswer<'history.addRun'>,
  { dir, preview }: { dir: string; preview?: boolean },
  session: CommandSession,
): Promise<string[]> {
  const there = merged > 0 ? ` (${merged} ${merged === 1 ? 'is' : 'are'} logged already)` : ''
  const lines = [
    `${added} golden queries of “${goldenSet}” ${preview ? 'would be logged' : 'logged'}${there}.`,
    `Do not measure with “${goldenSet}” recipes that learn from them: a query is left out only while it is measured itself.`,
  ]
  if (preview) return lines
  const { stock } = await session.request('history.list', { dir, limit: 1 })
  return [...lines, `${stockText(stock)}.`]
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
