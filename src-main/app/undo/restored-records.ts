import { LOGGED } from '../../domain/query/logged-queries'
import type { CatalogTool, JsonObject, Tool, ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import { layerAfter } from '../editing/edited-layer'
import { changedSince } from '../editing/restored-tools'
import { requireApart } from '../editing/tool-edits'
import { isSame } from '../editing/written-fields'
import type { Session } from '../workspaces/session'
import type { Restored } from '../changes/stored-changes'
import {
  markOf,
  plain,
  recordsChange,
  type RecordDifference,
  type Records,
  type ReplacedKind,
} from '../editing/replaced-records'
import { recordsNow } from '../editing/records-now'

type Way = 'undo' | 'redo'

/** Where one record is led. */
interface Step {
  one: RecordDifference
  /** Without any, it is not to be there. */
  fields?: object | undefined
  /** What is kept of it from then on. */
  kept: RecordDifference
  /** Why the step cannot be gone. */
  why?: string
}

/**
 * The records of an import as taking it back, or making it again, leaves them: the fields that it
 * changed are put back, all others are as they are now. Logged queries and weights that were
 * changed since are left. @throws Problem `conflict` where a tool or a layer was.
 */
export async function restoredRecords(
  { session, catalog }: { session: Session; catalog: Catalog },
  replaced: readonly RecordDifference[],
  way: Way,
): Promise<Restored> {
  const keys = Map.groupBy(replaced, ({ kind }) => kind)
  const wanted = new Map([...keys].map(([kind, own]) => [kind, new Set(own.map(({ key }) => key))]))
  const now = await recordsNow(session, catalog, wanted)
  const steps = replaced.map((one) => stepOf(one, { now, way, queries: takenQueries(session) }))
  const refused = steps.filter(({ one, why }) => why !== undefined && !isLeft(one.kind))
  if (refused.length > 0) {
    const contested = refused.map(({ one, why = '' }) => ({ id: one.key, why }))
    throw changedSince(contested, way, FIX)
  }
  const gone = steps.filter(({ why }) => why === undefined)
  const tools = gone.filter(({ one }) => one.kind === 'tools')
  // An import itself may bring a second tool of one name; what it removed comes back only where it
  // is the one.
  if (way === 'undo') requireApart(catalog, new Map(tools.map(entryOf)))
  const tool = tools.find(({ fields }) => fields)?.one.key as ToolId | undefined
  return {
    change: recordsChange(
      gone.map(({ one, fields }) => ({ kind: one.kind, key: one.key, fields })),
    ),
    undone: gone.length,
    left: steps.length - gone.length,
    kept: steps.map(({ one, kept, why }) => (why === undefined ? kept : one)),
    ...(tool !== undefined && { tool }),
  }
}

const FIX =
  'Take back first what was changed since, the last of it first: the palette lists it, and pegboard undo --list. Or change it by hand.'

/**
 * What is no tool does not keep an import from being taken back: no list of changes holds what was
 * done to it since.
 */
const isLeft = (kind: ReplacedKind): boolean =>
  kind === 'bundles' || kind === 'fieldWeights' || kind === 'sources'

const entryOf = ({ one, fields }: Step): [ToolId, CatalogTool | undefined] => [
  one.key as ToolId,
  fields && { tool: fields as Tool, layer: {} },
]

interface Place {
  now: Records
  way: Way
  /** Logged queries that were taken back, by their marks. */
  queries: Map<string, JsonObject>
}

function stepOf(one: RecordDifference, place: Place): Step {
  const { now, way } = place
  const here = now[one.kind]?.get(one.key)
  if (one.whole) {
    const comes = one.whole.isNew === (way === 'redo')
    return comes ? coming(one, here, place) : going(one, here, place)
  }
  const { before = {}, after = {} } = one.differs ?? {}
  const [from, to] = way === 'undo' ? [after, before] : [before, after]
  if (one.kind === 'layers') return relayered(one, here ?? {}, { from, to })
  if (!here) return { one, kept: one, why: goneWords(one) }
  const contested = Object.entries({ ...to, ...from }).filter(
    ([field]) => !isSame((here as JsonObject)[field], from[field]),
  )
  const others = Object.entries(here).filter(([field]) => !Object.hasOwn(from, field))
  const fields = { ...Object.fromEntries(others), ...to }
  const names = contested.map(([field]) => field)
  return { one, kept: one, fields, ...(names.length > 0 && { why: names.join(', ') }) }
}

const goneWords = ({ kind }: RecordDifference): string =>
  kind === 'tools' ? 'it is not in the catalog any more' : 'it is not there any more'

function going(one: RecordDifference, here: object | undefined, { now, queries }: Place): Step {
  const { isNew = true, mark = '' } = one.whole ?? {}
  if (!here) return { one, kept: one, why: goneWords(one) }
  if (markOf(one.kind, here, now.layers?.get(one.key)) !== mark) {
    return { one, kept: one, why: 'it was edited or imported' }
  }
  const record = plain(here)
  if (one.kind !== 'bundles') return { one, kept: { ...one, whole: { isNew, mark, record } } }
  remember(queries, mark, record)
  return { one, kept: one }
}

function coming(one: RecordDifference, here: object | undefined, { queries }: Place): Step {
  const { isNew = true, mark = '', record = queries.get(mark) } = one.whole ?? {}
  if (here) return { one, kept: one, why: 'there is another of this id' }
  if (!record) return { one, kept: one, why: 'it is gone from the disk' }
  return { one, kept: { ...one, whole: { isNew, mark } }, fields: record }
}

function relayered(
  one: RecordDifference,
  here: object,
  { from, to }: Record<'from' | 'to', JsonObject>,
): Step {
  const { layer, contested } = layerAfter(here, {
    base: from,
    layer: to,
  })
  const fields = Object.keys(layer).length > 0 ? layer : undefined
  return { one, kept: one, fields, ...(contested.length > 0 && { why: contested.join(', ') }) }
}

/**
 * Logged queries of imports that were taken back, in memory alone: what a person takes out of the
 * workspace is to be gone from the disk. After a restart the import is made again without them.
 */
const takenBack = new WeakMap<Session, Map<string, JsonObject>>()

function takenQueries(session: Session): Map<string, JsonObject> {
  const known = takenBack.get(session) ?? new Map<string, JsonObject>()
  takenBack.set(session, known)
  return known
}

/** As many as a workspace holds; the oldest go first. */
function remember(queries: Map<string, JsonObject>, mark: string, query: JsonObject): void {
  queries.set(mark, query)
  for (const oldest of queries.keys()) if (queries.size > LOGGED.mostQueries) queries.delete(oldest)
}
