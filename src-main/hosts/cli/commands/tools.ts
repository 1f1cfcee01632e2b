import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../features/actions'
import { ListOrder } from '../../../contract/catalog'
import { columnsCsv } from '../../../contract/columns/column'
import { TOOL_COLUMNS } from '../../../contract/columns/tools'
import { page } from '../../../contract/page'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { ToolId, Visibility } from '../../../domain/tool/tool'
import { chosenTools, TOOL_FLAGS, type ChosenTools } from '../chosen-tools'
import { asks, command, itsChange, type CommandGroup } from '../command'
import { several, text } from '../flags'
import { jsonArgument } from '../json-argument'
import { listLines, plainText } from '../print-table'
import type { CommandSession } from '../session'

const WRITTEN = {
  description: text('text', 'its description, as agents see it'),
  parameters: text('schema', 'its parameters: a JSON Schema, or a file that holds one'),
}

export const tools: CommandGroup = {
  summary: 'list tools; make, copy, change and remove them by hand',
  byDefault: 'list',
  commands: {
    list: command({
      summary: 'list the tools of the catalog, of a server, with a tag, or that hold some words',
      input: {
        dir: Dir,
        search: TOOL_FLAGS.search,
        server: TOOL_FLAGS.server,
        tag: TOOL_FLAGS.tag,
        sort: ListOrder.shape.sort.meta({ title: 'by', description: 'sort by' }),
        descending: z.boolean().default(false).describe('reverse the order'),
        ...page(50),
      },
      run: (session, { search, server: servers, tag: tags, ...asked }) =>
        session.request('catalog.list', { ...asked, filter: { search, servers, tags } }),
      csv: ({ rows }) => columnsCsv(TOOL_COLUMNS, rows),
      print: listText,
    }),
    add: command({
      summary: 'make a tool',
      args: ['name'],
      input: {
        dir: Dir,
        name: z.string().describe('what agents call it'),
        server: text('name', 'its server'),
        ...WRITTEN,
        tag: several('tag', 'a tag; may be repeated'),
        visibility: Visibility.optional().meta({
          title: 'who',
          description: 'who may be offered it',
        }),
      },
      run: async (session, { dir, tag, visibility, ...written }) =>
        session.request('catalog.create', {
          dir,
          fields: { ...(await fieldsOf(session, written)), name: written.name },
          layer: { tags: tag, visibility },
        }),
      json: entryOf,
      undo: itsChange,
      print: (made, _, session) => told('Made', made, session),
    }),
    edit: command({
      summary: 'change a tool; what its import says is kept beside it',
      args: ['id'],
      names: { id: 'tool' },
      input: {
        dir: Dir,
        id: ToolId.describe('the tool’s id, which stays'),
        name: text('name', 'another name'),
        server: z
          .string()
          .nullable()
          .optional()
          .meta({ title: 'name', description: 'its server; with --no-server it has none' }),
        ...WRITTEN,
      },
      async run(session, { dir, id, ...written }) {
        const fields = await fieldsOf(session, written)
        if (Object.keys(fields).length === 0) throw nothingAsked()
        return session.request('catalog.edit', { dir, id, fields })
      },
      json: entryOf,
      undo: itsChange,
      print: (edited, _, session) =>
        told(edited.change === undefined ? 'Unchanged:' : 'Changed', edited, session),
    }),
    copy: asks('catalog.duplicate', {
      args: ['id'],
      names: { id: 'tool' },
      json: entryOf,
      undo: itsChange,
      print: (made, _, session) => told('Made', made, session),
    }),
    remove: command({
      summary: 'remove tools and what their author wrote',
      args: ['ids'],
      names: { ids: 'tools' },
      input: { dir: Dir, ids: z.array(ToolId).min(1).describe('their ids') },
      run: remove,
      undo: itsChange,
      print: ({ removed }) => `Removed ${counted(removed)}.`,
    }),
    change: command({
      summary: 'change many tools at once, all of them or none',
      input: {
        dir: Dir,
        ...TOOL_FLAGS,
        addTag: several('tag', 'add a tag; may be repeated'),
        removeTag: several('tag', 'take a tag off; may be repeated'),
        visibility: z
          .enum([...Visibility.options, 'imported'])
          .optional()
          .meta({
            title: 'who',
            description: 'who may be offered them; imported: as imported',
          }),
        toServer: z.string().nullable().optional().meta({
          title: 'name',
          description: 'move them to this server; --no-to-server takes them off their server',
        }),
      },
      run: change,
      undo: itsChange,
      print: ({ changed }) => `Changed ${counted(changed)}.`,
    }),
  },
}

interface Written {
  name?: string | undefined
  server?: string | null | undefined
  description?: string | undefined
  parameters?: string | undefined
}

async function fieldsOf(
  session: CommandSession,
  { name, server, description, parameters }: Written,
): Promise<ActionInput<'catalog.edit'>['fields']> {
  return {
    ...(name !== undefined && { name }),
    ...(server !== undefined && { server: server || null }),
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && {
      parameters: await jsonArgument(session, parameters, 'a JSON Schema'),
    }),
  }
}

type Edited = ActionAnswer<'catalog.edit'>

function entryOf({ entry, notices, change: named }: Edited) {
  return { entry, notices, ...(named !== undefined && { change: named }) }
}

function told(done: string, { entry, notices }: Edited, session: CommandSession): string {
  for (const notice of notices) session.remark(plainText(notice))
  return plainText(`${done} ${entry.tool.id}.`)
}

async function remove(session: CommandSession, { dir, ids }: { dir: string; ids: ToolId[] }) {
  // One that is misspelt is told, and none is removed.
  for (const id of ids) await session.request('catalog.tool', { dir, id })
  return session.request('catalog.remove', { dir, ids })
}

interface Change extends ChosenTools {
  dir: string
  addTag: string[] | undefined
  removeTag: string[] | undefined
  visibility: Visibility | 'imported' | undefined
  toServer: string | null | undefined
}

async function change(
  session: CommandSession,
  { dir, addTag: addTags, removeTag: removeTags, visibility, toServer, ...which }: Change,
) {
  const ids = await chosenTools(session, dir, which)
  if (!ids) {
    const fix = 'Say which with --tool, --search, --server or --tag.'
    throw new Problem('bad-input', 'No tools are chosen.', fix)
  }
  const asked = {
    ...(addTags && { addTags }),
    ...(removeTags && { removeTags }),
    ...(visibility && { visibility: visibility === 'imported' ? null : visibility }),
    ...(toServer !== undefined && { server: toServer || null }),
  }
  if (Object.keys(asked).length === 0) throw nothingAsked()
  return session.request('catalog.change', { dir, ids, change: asked })
}

const nothingAsked = (): Problem =>
  new Problem('bad-input', 'Nothing to change.', 'Run with --help to see what can change.')

const counted = (count: number): string => `${count} tool${count === 1 ? '' : 's'}`

/** Characters of a description that stand in a list. */
const LONGEST_DESCRIPTION = 80

function listText({ total, rows }: ActionAnswer<'catalog.list'>): string[] {
  const { id, parameters, promptTokens, description } = TOOL_COLUMNS
  const shown = rows.map((row) => {
    return { ...row, description: row.description.slice(0, LONGEST_DESCRIPTION) }
  })
  const columns = { id, parameters, promptTokens, description }
  return listLines(columns, { rows: shown, total, none: 'No tool fits.' })
}
