import type { EdgeWitness, PlacedTool } from './query'

/** The edges that brought a tool. */
export const edgesOf = ({ witnesses }: Pick<PlacedTool, 'witnesses'>): EdgeWitness[] =>
  witnesses.filter((witness) => witness.kind === 'edge')

/** Whether a tool is only there because others need it: nothing that was searched found it. */
export const isDependency = (placed: Pick<PlacedTool, 'witnesses'>): boolean =>
  edgesOf(placed).length > 0 &&
  placed.witnesses.every(
    (witness) =>
      witness.kind === 'edge' || (witness.kind === 'score' && witness.origin === 'graph'),
  )
