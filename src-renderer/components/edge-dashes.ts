import type { DependencyKind } from '../../src-main/domain/tool/tool'

/**
 * How the line of an edge is dashed, in pixels on and off, so that kinds are told apart without
 * colour.
 */
export const EDGE_DASHES: Record<DependencyKind, readonly number[]> = {
  'tool-direct': [],
  'tool-indirect': [6, 3],
  'parameter-direct': [8, 2, 2, 2],
  'parameter-indirect': [2, 2],
}
