import type { Dependency, DependencyKind, ToolId } from '../../../src-main/domain/tool/tool'

/** An edge as a form holds it: no tool yet, no parameter or no reason is an empty text. */
export interface EdgeDraft {
  on: ToolId | ''
  kind: DependencyKind
  parameter: string
  reason: string
}

export const draftOf = (edge?: Dependency): EdgeDraft => ({
  on: edge?.on ?? '',
  kind: edge?.kind ?? 'tool-direct',
  parameter: edge?.parameter ?? '',
  reason: edge?.reason ?? '',
})

/** The edge that a form says, once it says which tool is needed. */
export const edgeOf = ({ on, kind, parameter, reason }: EdgeDraft): Dependency | undefined =>
  on === ''
    ? undefined
    : {
        on,
        kind,
        ...(parameter && { parameter }),
        ...(reason.trim() && { reason: reason.trim() }),
      }

/** The edges with one of them a place further up (-1) or down (1); undefined at the end. */
export function moved(
  edges: readonly Dependency[],
  place: number,
  by: -1 | 1,
): Dependency[] | undefined {
  const edge = edges[place]
  const to = place + by
  if (!edge || to < 0 || to >= edges.length) return undefined
  return edges.toSpliced(place, 1).toSpliced(to, 0, edge)
}
