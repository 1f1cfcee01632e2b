import {
  ToolFields,
  type CatalogCheckToolAnswer,
  type EditedTools,
  type EditedTool,
} from '../../contract/editing'
import { idOf } from '../../domain/tool/stored-tool'
import { Problem } from '../../domain/problem'
import { ToolId, type CatalogTool } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import type { Layers } from '../workspaces/current-catalog'
import type { AppContext } from '../context'
import { noticesOn } from './checked-tool'
import type { EditedEntry } from './restored-tools'
import {
  changedAlike,
  createdTool,
  duplicateOf,
  editedTool,
  requireApart,
  writeEdits,
  CatalogCreateInput,
  CatalogDuplicateInput,
  CatalogEditInput,
  CatalogChangeInput,
} from './tool-edits'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action } from '../action'

const CatalogCheckToolInput = z.object({ dir: Dir, id: ToolId.optional(), fields: ToolFields })
type CatalogCheckToolInput = z.output<typeof CatalogCheckToolInput>

export const editingActions = {
  /** Its id is its name, behind that of its server; it stays when these change. */
  'catalog.create': action({
    summary: 'Make a tool',
    input: CatalogCreateInput,
    run: (context, { dir, ...asked }) =>
      editOne(context, dir, (catalog, layers) => createdTool(asked, catalog, layers)),
  }),
  'catalog.duplicate': action({
    summary: 'Make a tool like another, under a name of its own, with what its author wrote',
    input: CatalogDuplicateInput,
    run: (context, { dir, ...asked }) =>
      editOne(context, dir, (catalog, layers) => duplicateOf(asked, catalog, layers)),
  }),
  /**
   * What an import says of them is kept beside them, and a later import changes what is said here
   * only if that is chosen in its preview. A field that says what the import says is not by hand
   * any more.
   */
  'catalog.edit': action({
    summary: 'Change fields of a tool',
    input: CatalogEditInput,
    run: (context, { dir, ...asked }) =>
      editOne(context, dir, (catalog) => editedTool(asked, catalog)),
  }),
  /** Writes nothing. */
  'catalog.checkTool': action({
    summary: 'What is wrong with a tool as it would be, and what is worth knowing of it',
    input: CatalogCheckToolInput,
    async run({ sessions }, { dir, id, fields }): Promise<CatalogCheckToolAnswer> {
      const session = await sessions.of(dir)
      return checked(await session.catalog(), { id, fields })
    },
  }),
  /** Tags and visibility are the author's; a server is changed as by `catalog.edit`. */
  'catalog.change': action({
    summary: 'Change many tools alike',
    input: CatalogChangeInput,
    run: async ({ sessions }, { dir, ids, change }): Promise<EditedTools> =>
      writeEdits(await sessions.of(dir), (catalog) => changedMany(catalog, ids, change)),
  }),
  'catalog.remove': action({
    summary: 'Remove tools and what their author wrote',
    input: z.object({ dir: Dir, ids: z.array(ToolId).min(1).describe('their ids') }),
    async run({ sessions }, { dir, ids }) {
      const session = await sessions.of(dir)
      const { changed: removed, ...edit } = await writeEdits(session, (catalog) =>
        present(catalog, ids).map((before) => ({ id: idOf(before), before })),
      )
      return { removed, ...edit }
    },
  }),
}

async function editOne(
  context: AppContext,
  dir: string,
  plan: (catalog: Catalog, layers: Layers) => CatalogTool,
): Promise<EditedTool> {
  let entry: CatalogTool | undefined
  const { change } = await writeEdits(await context.sessions.of(dir), (catalog, layers) => {
    entry = plan(catalog, layers)
    const id = idOf(entry)
    return [{ id, before: catalog.has(id) ? catalog.tool(id) : undefined, after: entry }]
  })
  if (!entry) throw new Error('An edit was planned without a tool')
  return { entry, notices: noticesOn(entry.tool), ...(change !== undefined && { change }) }
}

const present = (catalog: Catalog, ids: readonly ToolId[]): CatalogTool[] =>
  [...new Set(ids)].filter((id) => catalog.has(id)).map((id) => catalog.tool(id))

/**
 * All of them or none.
 * @throws Problem `conflict` where two tools would have one name on one server.
 */
function changedMany(
  catalog: Catalog,
  ids: readonly ToolId[],
  change: Parameters<typeof changedAlike>[1],
): EditedEntry[] {
  const edited = present(catalog, ids).map((before) => ({
    id: idOf(before),
    before,
    after: changedAlike(before, change),
  }))
  if (change.server !== undefined) {
    requireApart(catalog, new Map(edited.map(({ id, after }) => [id, after])))
  }
  return edited
}

/** What creating or editing such a tool would say. @throws Problem `not-found`. */
function checked(
  catalog: Catalog,
  { id, fields }: Pick<CatalogCheckToolInput, 'id' | 'fields'>,
): CatalogCheckToolAnswer {
  try {
    const { tool } =
      id === undefined
        ? createdTool({ fields: { name: '', ...fields } }, catalog, new Map())
        : editedTool({ id, fields }, catalog)
    return { notices: noticesOn(tool) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'not-found') throw error
    return { fault: error.message, notices: [] }
  }
}
