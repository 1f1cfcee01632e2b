import { tagsOf } from '../../domain/tool/catalog-tool'
import {
  HAND_FIELDS,
  handFieldsOf,
  MADE_BY_HAND,
  withFields,
  type HandFields,
} from '../../domain/tool/hand-fields'
import { Problem } from '../../domain/problem'
import {
  toolId,
  AuthorLayer,
  ToolId,
  Visibility,
  type CatalogTool,
  type Tool,
} from '../../domain/tool/tool'
import { noParameters } from '../../importing/catalog/object-schema'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import { changeUndoably, type Restored } from '../changes/stored-changes'
import { replacedTool, restoredTools, type EditedEntry } from './restored-tools'
import type { Catalog } from '../workspaces/catalog'
import type { EditedTools } from '../../contract/editing'
import { idOf } from '../../domain/tool/stored-tool'
import type { ReplacedOf } from '../../domain/workspace/change'
import type { Session } from '../workspaces/session'
import type { Layers } from '../workspaces/current-catalog'
import { layersChange } from './edited-layer'
import { cleanFields, freeId, requireTool } from './checked-tool'
import { isSame, written } from './written-fields'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { Name, ToolFields } from '../../contract/editing'

const Tag = z.string().trim().min(1).max(200)

export const CatalogCreateInput = z.object({
  dir: Dir,
  fields: ToolFields.required({ name: true }).describe(
    'name, server, description and parameters: all but the name may be left out',
  ),
  layer: AuthorLayer.pick({ tags: true, visibility: true })
    .optional()
    .describe('its tags, and who may be offered it'),
})
export type CatalogCreateInput = z.output<typeof CatalogCreateInput>

export const CatalogDuplicateInput = z.object({
  dir: Dir,
  id: ToolId.describe('the tool’s id'),
  name: Name.optional().describe('the new tool’s name; default: the same with _copy'),
})
export type CatalogDuplicateInput = z.output<typeof CatalogDuplicateInput>

export const CatalogEditInput = z.object({
  dir: Dir,
  id: ToolId.describe('the tool’s id, which stays'),
  fields: ToolFields,
  base: ToolFields.optional().describe(
    'the same fields as the editor read them: a conflict where one has changed since',
  ),
})
export type CatalogEditInput = z.output<typeof CatalogEditInput>

export const CatalogChangeInput = z.object({
  dir: Dir,
  ids: z.array(ToolId).min(1).describe('their ids'),
  change: z
    .object({
      addTags: z.array(Tag).max(100).optional().describe('tags to add'),
      removeTags: z.array(Tag).max(100).optional().describe('tags to take off'),
      visibility: Visibility.nullable()
        .optional()
        .describe('who may be offered them; null: as imported'),
      server: Name.nullable().optional().describe('where they are moved; null: to none'),
    })
    .describe('what is changed of all of them'),
})
export type CatalogChangeInput = z.output<typeof CatalogChangeInput>

/** A tool that no file was read for. @throws Problem where it can be none. */
export function createdTool(
  { fields, layer = {} }: Pick<CatalogCreateInput, 'fields' | 'layer'>,
  catalog: Catalog,
  layers: Layers,
): CatalogTool {
  const { name = '', server, description = '', parameters } = cleanFields(fields)
  const wanted = toolId(name, server ?? undefined)
  const tool: Tool = withFields(
    {
      id: freeId(wanted, (id) => catalog.has(id) || layers.has(id)),
      name,
      description,
      parameters: parameters ?? noParameters(),
      tags: [],
      visibility: 'public',
      examples: [],
      dependencies: [],
      source: { format: MADE_BY_HAND, entry: null },
    },
    { server: server ?? null },
  )
  requireTool(tool, catalog)
  return { tool, layer: tidyLayer(layer, tool) }
}

/** A tool like another, made by hand. */
export function duplicateOf(
  { id, name }: Pick<CatalogDuplicateInput, 'id' | 'name'>,
  catalog: Catalog,
  layers: Layers,
): CatalogTool {
  const { tool, layer } = catalog.tool(id)
  const { imported: _, ...rest } = tool
  const wanted = cleanFields({ name: name ?? freeName(tool, catalog) }).name ?? ''
  const copy: Tool = {
    ...rest,
    id: freeId(toolId(wanted, tool.server), (taken) => catalog.has(taken) || layers.has(taken)),
    name: wanted,
    source: { format: MADE_BY_HAND, entry: null },
  }
  requireTool(copy, catalog)
  return { tool: copy, layer: withFieldsOf(copy, { tool, layer }) }
}

/** A layer for a copy: fields that were corrected for the tool as it is are so for its copy. */
function withFieldsOf(copy: Tool, { tool, layer }: CatalogTool): AuthorLayer {
  const { standardised } = layer
  if (standardised?.of !== toolVersion({ tool, layer })) return layer
  return { ...layer, standardised: { ...standardised, of: toolVersion({ tool: copy, layer }) } }
}

/** `name_copy`, or the first of `name_copy_2`, `name_copy_3` … that no tool of the server has. */
function freeName({ name, server }: Tool, { tools }: Catalog): string {
  const taken = new Set(
    tools.filter(({ tool }) => tool.server === server).map(({ tool }) => tool.name),
  )
  let free = `${name}_copy`
  for (let number = 2; taken.has(free); number++) free = `${name}_copy_${number}`
  return free
}

/**
 * A tool with fields written by hand.
 * @throws Problem `conflict` where they are not as the editor read them.
 */
export function editedTool(
  { id, fields, base }: Pick<CatalogEditInput, 'id' | 'fields' | 'base'>,
  catalog: Catalog,
): CatalogTool {
  const { tool, layer } = catalog.tool(id)
  const wanted = cleanFields(fields)
  const contested = contestedFields(handFieldsOf(tool), wanted, base ?? {})
  if (contested.length > 0) {
    throw new Problem(
      'conflict',
      `Someone else changed “${id}” while you were editing it: ${contested.join(', ')}. Nothing was saved.`,
      'Copy your text, look at the tool as it is now, then put in what is still missing and save.',
    )
  }
  const edited = written(tool, wanted)
  requireTool(edited, catalog, tool)
  return { tool: edited, layer }
}

/** The fields that are neither as they were read nor as they are wanted. */
const contestedFields = (
  now: HandFields,
  wanted: Partial<HandFields>,
  base: Partial<HandFields>,
): string[] =>
  HAND_FIELDS.filter(
    (field) =>
      wanted[field] !== undefined &&
      base[field] !== undefined &&
      !isSame(now[field], base[field]) &&
      !isSame(now[field], wanted[field]),
  )

type ManyChange = CatalogChangeInput['change']

/** A tool after a change that is made to many. */
export function changedAlike(entry: CatalogTool, change: ManyChange): CatalogTool {
  const { server, ...layered } = change
  const tool = server === undefined ? entry.tool : written(entry.tool, cleanFields({ server }))
  return { tool, layer: tidyLayer(changedLayer(entry, layered), tool) }
}

function changedLayer(
  entry: CatalogTool,
  { addTags = [], removeTags = [], visibility }: Omit<ManyChange, 'server'>,
): AuthorLayer {
  const gone = new Set(removeTags)
  const tags = [...new Set([...tagsOf(entry), ...addTags])].filter((tag) => !gone.has(tag))
  const isTagged = addTags.length > 0 || gone.size > 0
  return {
    ...entry.layer,
    ...(isTagged && { tags }),
    ...(visibility !== undefined && { visibility: visibility ?? undefined }),
  }
}

/** Without what says no more than the tool itself. */
function tidyLayer(layer: AuthorLayer, tool: Tool): AuthorLayer {
  const { tags, visibility, ...others } = layer
  return {
    ...others,
    ...(tags && !isSame(tags, tool.tags) && { tags }),
    ...(visibility && visibility !== tool.visibility && { visibility }),
  }
}

/**
 * What writes these tools and their layers, each where it differs from what is there, and removes
 * those that are not to be there.
 */
export function entriesChange(
  entries: readonly { id: ToolId; entry: CatalogTool | undefined }[],
  catalog: Catalog,
  layers: Layers,
) {
  const there = entries.flatMap(({ entry }) => entry ?? [])
  const gone = entries.filter(({ entry }) => !entry).map(({ id }) => id)
  const before = (id: ToolId) => (catalog.has(id) ? catalog.tool(id) : undefined)
  const rewritten = there.filter(({ tool }) => !isSame(before(tool.id)?.tool, tool))
  const relayered = there.filter(({ tool, layer }) => !isSame(layers.get(tool.id) ?? {}, layer))
  const { put, remove } = layersChange(
    relayered.map(({ tool, layer }) => ({ tool: tool.id, layer })),
  )
  return {
    tools: { put: rewritten.map(({ tool }) => tool), remove: gone },
    layers: { put, remove: [...gone, ...remove].filter((id) => layers.has(id)) },
  }
}

/** Works edits out under the lock and writes them as one commit that can be taken back. */
export async function writeEdits(
  session: Session,
  plan: (catalog: Catalog, layers: Layers) => readonly EditedEntry[],
): Promise<EditedTools> {
  return changeUndoably(session, (catalog, layers) => {
    const changed = plan(catalog, layers).filter(
      ({ before, after }) => !before || !after || !isSame(before, after),
    )
    const entries = changed.map(({ id, after }) => ({ id, entry: after }))
    return {
      change: entriesChange(entries, catalog, layers),
      replaced: changed.map(replacedTool),
      what: editText(changed),
      answer: { changed: changed.length },
    }
  })
}

/**
 * Writes a tool's author's layer as one commit that can be taken back.
 * @throws Problem `not-found`, and whatever `plan` throws.
 */
export async function writeLayer(
  session: Session,
  id: ToolId,
  plan: (entry: CatalogTool, catalog: Catalog) => AuthorLayer,
): Promise<{ before: CatalogTool; entry: CatalogTool; change?: string }> {
  let edited: { before: CatalogTool; entry: CatalogTool } | undefined
  const { change } = await writeEdits(session, (catalog) => {
    const before = catalog.tool(id)
    const entry = { tool: before.tool, layer: plan(before, catalog) }
    edited = { before, entry }
    return [{ id, before, after: entry }]
  })
  if (!edited) throw new Error('A layer was planned without a tool')
  return { ...edited, ...(change !== undefined && { change }) }
}

function editText(changed: readonly EditedEntry[]): string {
  const [first] = changed
  const verb = !first?.before ? 'Made' : first.after ? 'Changed' : 'Removed'
  return changed.length === 1 && first ? `${verb} ${first.id}` : `${verb} ${changed.length} tools`
}

/**
 * The tools as taking an edit back, or making it again, leaves them.
 * @throws Problem `conflict`.
 */
export function restoredEdits(
  { catalog, layers }: { catalog: Catalog; layers: Layers },
  replaced: readonly ReplacedOf<'tool'>[],
  way: 'undo' | 'redo',
): Restored {
  const back = restoredTools(replaced, way, { catalog, layers })
  requireApart(catalog, new Map(back.map(({ id, entry }) => [id, entry])))
  const tool = back.find(({ entry }) => entry)?.id
  return {
    change: entriesChange(back, catalog, layers),
    undone: back.length,
    ...(tool !== undefined && { tool }),
  }
}

/**
 * @throws Problem `conflict` where two tools would have one name on one server that have not now.
 */
export function requireApart(
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
