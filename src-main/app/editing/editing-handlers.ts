import type { ParsedInput, RouteName, RouteOutput } from '../../contract/routes'
import type { editingRoutes } from '../../contract/editing-routes'
import { idOf } from '../../domain/kept-tool'
import { Problem } from '../../domain/problem'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Catalog } from '../catalog'
import type { Layers } from '../current-catalog'
import type { AppContext, Handlers } from '../handlers'
import { noticesOn } from './checked-tool'
import { keptEdits, type EditedEntry, type KeptEdits } from './kept-edits'
import { changedAlike, createdTool, duplicateOf, editedTool, entriesChange } from './tool-edits'
import { undoneEntries } from './undone-edit'
import { isSame } from './written-fields'

type Editing = Pick<Handlers<'catalog'>, Extract<RouteName, keyof typeof editingRoutes>>

export function editingHandlers({ sessions }: Pick<AppContext, 'sessions'>): Editing {
  const kept = keptEdits()
  const { editMany, editOne } = edits(sessions, kept)

  const undo =
    (way: 'undo' | 'redo'): Editing['catalog.undo'] & Editing['catalog.redo'] =>
    async ({ dir, edit }) => {
      const session = await sessions.of(dir)
      const entries = kept.of(dir, edit)
      return session.change((catalog, layers) => {
        const back = undoneEntries(entries, way, { catalog, layers })
        requireApart(catalog, new Map(back.map(({ id, entry }) => [id, entry])))
        const tool = back.find(({ entry }) => entry)?.id
        const answer = { changed: back.length, ...(tool !== undefined && { tool }) }
        return { ...entriesChange(back, catalog, layers), answer }
      })
    }

  return {
    'catalog.create': ({ dir, ...asked }) =>
      editOne(dir, (catalog, layers) => createdTool(asked, catalog, layers)),
    'catalog.duplicate': ({ dir, ...asked }) =>
      editOne(dir, (catalog, layers) => duplicateOf(asked, catalog, layers)),
    'catalog.edit': ({ dir, ...asked }) => editOne(dir, (catalog) => editedTool(asked, catalog)),
    async 'catalog.checkTool'({ dir, id, fields }) {
      const session = await sessions.of(dir)
      return checked(await session.catalog(), { id, fields })
    },
    'catalog.change': ({ dir, ids, change }) =>
      editMany(dir, (catalog) => changedMany(catalog, ids, change)),
    async 'catalog.remove'({ dir, ids }) {
      const { changed: removed, ...edit } = await editMany(dir, (catalog) =>
        present(catalog, ids).map((before) => ({ id: idOf(before), before })),
      )
      return { removed, ...edit }
    },
    'catalog.undo': undo('undo'),
    'catalog.redo': undo('redo'),
  }
}

/** Edits are worked out under the lock, written as one commit and kept to be undone. */
function edits(sessions: AppContext['sessions'], kept: KeptEdits) {
  async function editMany(
    dir: string,
    plan: (catalog: Catalog, layers: Layers) => readonly EditedEntry[],
  ): Promise<RouteOutput<'catalog.change'>> {
    const session = await sessions.of(dir)
    const edited = await session.change((catalog, layers) => {
      const changed = plan(catalog, layers).filter(
        ({ before, after }) => !before || !after || !isSame(before, after),
      )
      const entries = changed.map(({ id, after }) => ({ id, entry: after }))
      return { ...entriesChange(entries, catalog, layers), answer: changed }
    })
    const edit = kept.keep(dir, edited)
    return { changed: edited.length, ...(edit !== undefined && { edit }) }
  }

  async function editOne(
    dir: string,
    plan: (catalog: Catalog, layers: Layers) => CatalogTool,
  ): Promise<RouteOutput<'catalog.edit'>> {
    let entry: CatalogTool | undefined
    const { edit } = await editMany(dir, (catalog, layers) => {
      entry = plan(catalog, layers)
      const id = idOf(entry)
      return [{ id, before: catalog.has(id) ? catalog.tool(id) : undefined, after: entry }]
    })
    if (!entry) throw new Error('An edit was planned without a tool')
    return { entry, notices: noticesOn(entry.tool), ...(edit !== undefined && { edit }) }
  }

  return { editMany, editOne }
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
  { id, fields }: Pick<ParsedInput<'catalog.checkTool'>, 'id' | 'fields'>,
): RouteOutput<'catalog.checkTool'> {
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
