import {
  ToolFields,
  type Undone,
  type CatalogCheckToolAnswer,
  type EditedTools,
  type EditedTool,
} from '../../contract/editing'
import { idOf } from '../../domain/tool/kept-tool'
import { Problem } from '../../domain/problem'
import { ToolId, type CatalogTool } from '../../domain/tool/tool'
import type { Catalog } from '../catalog/catalog'
import type { Layers } from '../catalog/current-catalog'
import type { AppContext } from '../context'
import { noticesOn } from './checked-tool'
import { keptEdits, type EditedEntry } from './kept-edits'
import {
  changedAlike,
  createdTool,
  duplicateOf,
  editedTool,
  entriesChange,
  CatalogCreateInput,
  CatalogDuplicateInput,
  CatalogEditInput,
  CatalogChangeInput,
} from './tool-edits'
import { undoneEntries } from './undone-edit'
import { isSame } from './written-fields'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action, perApp } from '../action'

/** An edit by its name. It is kept by the program that made it, with the last 200 others, until that ends. */
const OfEdit = z.object({ dir: Dir, edit: z.string() })

const CatalogCheckToolInput = z.object({ dir: Dir, id: ToolId.optional(), fields: ToolFields })
type CatalogCheckToolInput = z.output<typeof CatalogCheckToolInput>

const keptOf = perApp(() => keptEdits())

export const editingActions = {
  /** Its id is its name, behind that of its server; it stays when these change. */
  'catalog.create': action({
    summary: 'Makes a tool',
    input: CatalogCreateInput,
    run: (context, { dir, ...asked }) =>
      editOne(context, dir, (catalog, layers) => createdTool(asked, catalog, layers)),
  }),
  'catalog.duplicate': action({
    summary: 'Makes a tool like another, under a name of its own, with what its author wrote',
    input: CatalogDuplicateInput,
    run: (context, { dir, ...asked }) =>
      editOne(context, dir, (catalog, layers) => duplicateOf(asked, catalog, layers)),
  }),
  /**
   * What an import says of them is kept beside them, and a later import changes what is said here only if that is chosen in its
   * preview. A field that says what the import says is not by hand any more.
   */
  'catalog.edit': action({
    summary: 'Changes fields of a tool',
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
    summary: 'Changes many tools alike',
    input: CatalogChangeInput,
    run: (context, { dir, ids, change }) =>
      editMany(context, dir, (catalog) => changedMany(catalog, ids, change)),
  }),
  'catalog.remove': action({
    summary: 'Removes tools and what their author wrote',
    input: z.object({ dir: Dir, ids: z.array(ToolId).min(1).describe('their ids') }),
    async run(context, { dir, ids }) {
      const { changed: removed, ...edit } = await editMany(context, dir, (catalog) =>
        present(catalog, ids).map((before) => ({ id: idOf(before), before })),
      )
      return { removed, ...edit }
    },
  }),
  /**
   * Where anybody changed the same since, an import or another program included, it is a `conflict`; `not-found` where the edit
   * is not kept any more.
   */
  'catalog.undo': action({
    summary: 'Puts back what an edit changed, all of it or nothing',
    input: OfEdit,
    run: stepBack('undo'),
  }),
  'catalog.redo': action({
    summary: 'Does an edit that was undone again, by the same rules',
    input: OfEdit,
    run: stepBack('redo'),
  }),
}

/** An edit's entries as they were, or as they became. */
function stepBack(way: 'undo' | 'redo') {
  return async (context: AppContext, { dir, edit }: z.output<typeof OfEdit>): Promise<Undone> => {
    const session = await context.sessions.of(dir)
    const entries = keptOf(context).of(dir, edit)
    return session.change((catalog, layers) => {
      const back = undoneEntries(entries, way, { catalog, layers })
      requireApart(catalog, new Map(back.map(({ id, entry }) => [id, entry])))
      const tool = back.find(({ entry }) => entry)?.id
      const answer = { changed: back.length, ...(tool !== undefined && { tool }) }
      return { ...entriesChange(back, catalog, layers), answer }
    })
  }
}

/** Edits are worked out under the lock, written as one commit and kept to be undone. */
async function editMany(
  context: AppContext,
  dir: string,
  plan: (catalog: Catalog, layers: Layers) => readonly EditedEntry[],
): Promise<EditedTools> {
  const session = await context.sessions.of(dir)
  const edited = await session.change((catalog, layers) => {
    const changed = plan(catalog, layers).filter(
      ({ before, after }) => !before || !after || !isSame(before, after),
    )
    const entries = changed.map(({ id, after }) => ({ id, entry: after }))
    return { ...entriesChange(entries, catalog, layers), answer: changed }
  })
  const edit = keptOf(context).keep(dir, edited)
  return { changed: edited.length, ...(edit !== undefined && { edit }) }
}

async function editOne(
  context: AppContext,
  dir: string,
  plan: (catalog: Catalog, layers: Layers) => CatalogTool,
): Promise<EditedTool> {
  let entry: CatalogTool | undefined
  const { edit } = await editMany(context, dir, (catalog, layers) => {
    entry = plan(catalog, layers)
    const id = idOf(entry)
    return [{ id, before: catalog.has(id) ? catalog.tool(id) : undefined, after: entry }]
  })
  if (!entry) throw new Error('An edit was planned without a tool')
  return { entry, notices: noticesOn(entry.tool), ...(edit !== undefined && { edit }) }
}

const present = (catalog: Catalog, ids: readonly ToolId[]): CatalogTool[] =>
  [...new Set(ids)].filter((id) => catalog.has(id)).map((id) => catalog.tool(id))

/** All of them or none. @throws Problem `conflict` where two tools would have one name on one server. */
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

/** @throws Problem `conflict` where two tools would have one name on one server that have not now. */
function requireApart(
  catalog: Catalog,
  changed: ReadonlyMap<ToolId, CatalogTool | undefined>,
): void {
  const there = [...changed.values()].flatMap((entry) => entry ?? [])
  const others = catalog.tools.filter((entry) => !changed.has(idOf(entry)))
  const called = ({ tool }: CatalogTool) => JSON.stringify([tool.server ?? null, tool.name])
  const names = Map.groupBy([...others, ...there], called)
  const clash = there.find((entry) => {
    const id = idOf(entry)
    const isCalledSo = catalog.has(id) && called(catalog.tool(id)) === called(entry)
    return !isCalledSo && (names.get(called(entry))?.length ?? 0) > 1
  })
  if (!clash) return
  const { name, server } = clash.tool
  throw new Problem(
    'conflict',
    `There would be two tools “${name}” ${server === undefined ? 'without a server' : `on the server “${server}”`}. Nothing was changed.`,
    'Give one of them another name first: an agent could not tell them apart.',
  )
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
