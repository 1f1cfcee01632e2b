import { Problem } from '../../problem'
import { graphRagToolFusion } from './graph-rag-tool-fusion'
import { mftr } from './mftr'
import { ptr } from './ptr'
import type { Replica, ReplicaTable } from './replica'
import { simpleAgent } from './simple-agent'
import { toolsee } from './toolsee'
import { toolshedGrid, toolshedTables } from './toolshed'

/** The published experiments that can be repeated, in the order they are listed. */
export const REPLICAS: readonly Replica[] = [
  toolshedTables,
  toolshedGrid,
  simpleAgent,
  toolsee,
  graphRagToolFusion,
  mftr,
  ptr,
]

/** @throws Problem `not-found` naming those there are. */
export function replicaOf(id: string): Replica {
  const found = REPLICAS.find((replica) => replica.id === id)
  if (found) return found
  const fix = `There are: ${REPLICAS.map((replica) => replica.id).join(', ')}.`
  throw new Problem('not-found', `There is no published experiment “${id}”.`, fix)
}

/**
 * The published table that an experiment repeats; nothing where another version of Pegboard knew
 * it.
 */
export const repeatedTable = (
  repeats: { replica: string; table: string } | undefined,
): { replica: Replica; table: ReplicaTable } | undefined => {
  const replica = REPLICAS.find(({ id }) => id === repeats?.replica)
  const table = replica?.tables.find(({ id }) => id === repeats?.table)
  return replica && table && { replica, table }
}
