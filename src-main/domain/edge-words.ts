import type { DependencyKind } from './tool'

/** What an edge's kind is called, and what it says, for people. */
export const EDGE_KINDS: Record<DependencyKind, { label: string; means: string }> = {
  'tool-direct': {
    label: 'tool, direct',
    means: 'The tool cannot do its work without the other one.',
  },
  'tool-indirect': {
    label: 'tool, indirect',
    means: 'The tool may need the other one, depending on the case.',
  },
  'parameter-direct': {
    label: 'parameter, direct',
    means: 'The other tool gives the value of a parameter.',
  },
  'parameter-indirect': {
    label: 'parameter, indirect',
    means: 'The other tool may help to find or check the value of a parameter.',
  },
}

/** Every kind, in the order that they are listed in; also for the window, which loads no schema. */
export const KINDS_OF_EDGES = Object.keys(EDGE_KINDS) as readonly DependencyKind[]

/** An edge in one line: the tool it leads to, its kind, and its parameter where it concerns one. */
export const edgeText = (edge: { on: string; kind: DependencyKind; parameter?: string }): string =>
  `${edge.on} (${EDGE_KINDS[edge.kind].label}${edge.parameter === undefined ? '' : `: ${edge.parameter}`})`
