import { Problem } from '../../domain/problem'
import { HAND_FIELDS, handFieldsOf, type HandField } from '../../domain/tool/hand-fields'
import type { CatalogTool, JsonObject, Tool, ToolId } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import type { ReplacedOf } from '../../domain/workspace/change'
import type { Catalog } from '../workspaces/catalog'
import type { Layers } from '../workspaces/current-catalog'
import { layerAfter } from './edited-layer'
import { isSame, importedFields, written } from './written-fields'

/** A tool before and after an edit; absent where it was not there. */
export interface EditedEntry {
  id: ToolId
  before?: CatalogTool | undefined
  after?: CatalogTool | undefined
}

type ReplacedTool = ReplacedOf<'tool'>

/**
 * What an edit replaced of a tool: of one that stays, what differs alone, so that a change of many
 * tools stays small.
 */
export function replacedTool({ id, before, after }: EditedEntry): ReplacedTool {
  if (!before || !after) {
    return {
      of: 'tool',
      id,
      ...(before && { before: plain(before) }),
      ...(after && { after: plain(after) }),
    }
  }
  const tool = differing(before.tool, after.tool)
  const layer = differing(before.layer, after.layer)
  return {
    of: 'tool',
    id,
    before: { tool: tool.before, layer: layer.before },
    after: { tool: tool.after, layer: layer.after },
  }
}

const plain = ({ tool, layer }: CatalogTool): { tool: JsonObject; layer: JsonObject } =>
  parseExact(JSON.stringify({ tool, layer })) as { tool: JsonObject; layer: JsonObject }

/**
 * The fields that two of a kind say otherwise; and what an import says beside them, which tells
 * whether another one came since.
 */
export function differing(before: object, after: object): Record<'before' | 'after', JsonObject> {
  if (before === after) return { before: {}, after: {} }
  const old = new Map(Object.entries(before))
  const now = new Map(Object.entries(after))
  const fields = [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) => field === 'imported' || !isSame(old.get(field), now.get(field)),
  )
  const some = (of: Map<string, unknown>) =>
    Object.fromEntries(fields.flatMap((field) => (of.has(field) ? [[field, of.get(field)]] : [])))
  return { before: some(old) as JsonObject, after: some(now) as JsonObject }
}

/** A step from what an edit left to what was there before it, or the other way round. */
interface Step {
  id: ToolId
  from: CatalogTool | undefined
  to: CatalogTool | undefined
}

/**
 * The tools of an edit as undoing it, or doing it again, leaves them: the fields that it changed
 * are put back, all others are as they are now. @throws Problem `conflict` where one of these
 * fields was changed since.
 */
export function restoredTools(
  edited: readonly ReplacedTool[],
  way: 'undo' | 'redo',
  { catalog, layers }: { catalog: Catalog; layers: Layers },
): { id: ToolId; entry: CatalogTool | undefined }[] {
  const contested: { id: ToolId; why: string }[] = []
  const entries = edited.map((replaced) => {
    const { id } = replaced
    const now = catalog.has(id) ? catalog.tool(id) : undefined
    const { before, after } = wholeEntries(replaced, now)
    const step = way === 'undo' ? { id, from: after, to: before } : { id, from: before, to: after }
    const taken = now ?? (layers.has(id) ? 'waiting' : undefined)
    const { entry, why } = stepped(taken, step)
    if (why !== undefined) contested.push({ id, why })
    return { id, entry }
  })
  if (contested.length > 0) throw changedSince(contested, way)
  return entries
}

/** Both sides of an edit: what it did not change is as it is now. */
function wholeEntries(
  { id, before, after }: ReplacedTool,
  now: CatalogTool | undefined,
): EditedEntry {
  if (!before || !after || !now) {
    return {
      id,
      before: before as CatalogTool | undefined,
      after: after as CatalogTool | undefined,
    }
  }
  const side = (some: typeof before, other: typeof before): CatalogTool => ({
    tool: { ...without(now.tool, { ...other.tool, imported: null }), ...some.tool } as Tool,
    layer: { ...without(now.layer, other.layer), ...some.layer },
  })
  return { id, before: side(before, after), after: side(after, before) }
}

const without = (all: object, fields: JsonObject): object =>
  Object.fromEntries(Object.entries(all).filter(([field]) => !Object.hasOwn(fields, field)))

interface Stepped {
  entry: CatalogTool | undefined
  /** Why the step cannot be gone. */
  why?: string
}

function stepped(now: CatalogTool | 'waiting' | undefined, { from, to }: Step): Stepped {
  if (!from) return now ? { entry: to, why: 'there is another tool of this id' } : { entry: to }
  if (!now || now === 'waiting') return { entry: to, why: 'it is not in the catalog any more' }
  if (to) return changedBack(now, from, to)
  const isAsLeft = isSame(now.tool, from.tool) && isSame(now.layer, from.layer)
  return isAsLeft ? { entry: undefined } : { entry: undefined, why: 'it was edited or imported' }
}

function changedBack(now: CatalogTool, from: CatalogTool, to: CatalogTool): Stepped {
  const [here, left, wanted] = [now, from, to].map(({ tool }) => handFieldsOf(tool))
  if (!here || !left || !wanted) return { entry: now }
  const edited = HAND_FIELDS.filter((field) => !isSame(left[field], wanted[field]))
  const said = importedFields(now.tool)
  const saidThen = importedFields(from.tool)
  const isAsLeft = (field: HandField) =>
    isSame(here[field], left[field]) && isSame(said[field], saidThen[field])
  const fields = edited.filter((field) => !isAsLeft(field) && !isSame(here[field], wanted[field]))
  const { layer, contested } = layerAfter(now.layer, { base: from.layer, layer: to.layer })
  const back = Object.fromEntries(edited.map((field) => [field, wanted[field]]))
  const all = [...fields, ...contested]
  return {
    entry: { tool: written(now.tool, back), layer },
    ...(all.length > 0 && { why: `${all.join(', ')}` }),
  }
}

/** Tools that a message names. */
const NAMED = 3

/** Refuses to take a change back, or to make it again, whose tools are not as it left them. */
export function changedSince(
  contested: readonly { id: string; why: string }[],
  way: 'undo' | 'redo',
  fix = 'Look at the tool as it is now, and change it by hand.',
): Problem {
  const named = contested.slice(0, NAMED).map(({ id, why }) => `“${id}” (${why})`)
  const more = contested.length - named.length
  return new Problem(
    'conflict',
    `This cannot be ${way === 'undo' ? 'undone' : 'done again'}: an import or somebody else changed the same since, of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Nothing was changed.`,
    fix,
  )
}
