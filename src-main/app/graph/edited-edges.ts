import { edgeText, LONGEST_REASON, MOST_EDGES, subjectOf } from '../../domain/graph/edge'
import { Problem } from '../../domain/problem'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import { parameterNames } from '../../domain/tool/schema-parameters'
import type {
  AuthorLayer,
  CatalogTool,
  Dependency,
  DependencyKind,
  ToolId,
} from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../workspaces/catalog'

/** Works out a tool's edges from those that are in force. @throws Problem where that cannot be. */
export type EdgeEdit = (now: readonly Dependency[], entry: CatalogTool) => readonly Dependency[]

/**
 * The author's layer of a tool after an edit of its edges. Edges as they were imported are no edit.
 */
export function layerWithEdges(
  entry: CatalogTool,
  catalog: Pick<Catalog, 'has'>,
  edit: EdgeEdit,
): AuthorLayer {
  const now = dependenciesOf(entry)
  const edges = edit(now, entry).map(tidy)
  const { dependencies: _before, ...rest } = entry.layer
  if (isSame(edges, entry.tool.dependencies)) return rest
  requireGood(edges, { entry, catalog, now })
  return { ...rest, dependencies: edges }
}

/** The imported edges again. */
export const resetting: EdgeEdit = (_now, { tool }) => tool.dependencies

/** Other edges in place of those that were read. */
export const replacing =
  (id: ToolId, base: readonly Dependency[], edges: readonly Dependency[]): EdgeEdit =>
  (now) => {
    if (isSame(now, base) || isSame(now, edges)) return edges
    throw new Problem(
      'conflict',
      `Someone else changed the edges of “${id}” meanwhile. Nothing was saved.`,
      'Look at the edges as they are now, then make your change again.',
    )
  }

export const adding =
  (edge: Dependency, at?: number): EdgeEdit =>
  (now) =>
    now.toSpliced(at ?? now.length, 0, edge)

/** What is known of an edge. */
export interface EdgeSought {
  on: ToolId
  kind?: DependencyKind
  parameter?: string
}

export const removing =
  (id: ToolId, { on, kind, parameter }: EdgeSought): EdgeEdit =>
  (now) => {
    const found = now.filter(
      (edge) =>
        edge.on === on &&
        (kind === undefined || edge.kind === kind) &&
        (parameter === undefined || (edge.parameter ?? '') === parameter),
    )
    const [edge, ...more] = found
    if (!edge) throw new Problem('not-found', `“${id}” has no such edge to “${on}”.`)
    if (more.length > 0) {
      throw new Problem(
        'bad-input',
        `“${id}” has ${found.length} such edges: ${found.slice(0, NAMED).map(edgeText).join('; ')}.`,
        'Say its kind, its parameter or both.',
      )
    }
    return now.filter((one) => one !== edge)
  }

/** Edges that a message names. */
const NAMED = 5

const isSame = (one: readonly Dependency[], other: readonly Dependency[]): boolean =>
  canonical(one.map(tidy)) === canonical(other.map(tidy))

/** Without what says nothing. */
const tidy = ({ on, kind, parameter, reason }: Dependency): Dependency => ({
  on,
  kind,
  ...(parameter && { parameter }),
  ...(reason?.trim() && { reason: reason.trim() }),
})

interface Place {
  entry: CatalogTool
  catalog: Pick<Catalog, 'has'>
  now: readonly Dependency[]
}

/** What was there before may stay, whatever is wrong with it: only what is new has to be good. */
function requireGood(edges: readonly Dependency[], place: Place): void {
  const { entry, now } = place
  if (edges.length > Math.max(MOST_EDGES, now.length)) {
    throw new Problem('bad-input', `A tool has at most ${MOST_EDGES} edges.`, 'Remove some first.')
  }
  const before = new Set(now.map((edge) => canonical(tidy(edge))))
  for (const edge of edges) if (!before.has(canonical(edge))) requireMeaning(edge, place)
  const had = countsOf(now)
  const has = countsOf(edges)
  const twice = edges.find((edge) => {
    const count = has.get(subjectOf(edge)) ?? 0
    return count > 1 && count > (had.get(subjectOf(edge)) ?? 0)
  })
  if (!twice) return
  throw new Problem(
    'bad-input',
    `“${idOf(entry)}” has an edge to ${edgeText(twice)} already.`,
    'Change that one, or choose another tool or parameter.',
  )
}

function countsOf(edges: readonly Dependency[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const edge of edges) counts.set(subjectOf(edge), (counts.get(subjectOf(edge)) ?? 0) + 1)
  return counts
}

function requireMeaning(
  { on, parameter, reason = '' }: Dependency,
  { entry, catalog, now }: Place,
): void {
  const id = idOf(entry)
  if (reason.length > LONGEST_REASON) {
    const limit = `It has at most ${LONGEST_REASON} characters.`
    throw new Problem('bad-input', `The reason of the edge to “${on}” is too long.`, limit)
  }
  // Another reason or kind for what was there before.
  if (now.some((edge) => subjectOf(edge) === subjectOf({ on, parameter }))) return
  if (on === id) throw new Problem('bad-input', `“${id}” cannot need itself.`)
  if (!catalog.has(on)) {
    throw new Problem(
      'not-found',
      `There is no tool “${on}” in this catalog.`,
      'Name a tool by its id, as the catalog lists it.',
    )
  }
  if (parameter === undefined || parameterNames(entry.tool.parameters).has(parameter)) return
  throw new Problem(
    'bad-input',
    `“${id}” takes no parameter “${parameter}”.`,
    'Choose one of its parameters, or none.',
  )
}
