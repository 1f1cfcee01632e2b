import type { SetPurpose } from '../../domain/query/set-use'
import type { GoldenSetSummary } from '../../domain/run/run'
import type { WorkspaceStore } from '../../ports/workspace-store'

export interface Stored {
  store: Pick<WorkspaceStore, 'read'>
}

/** A golden set with what it is for. */
export type UsedSet = GoldenSetSummary & { purpose: SetPurpose; looked: number }

/** All golden sets with what they are for. */
export async function usedSets({ store }: Stored): Promise<UsedSet[]> {
  const { goldenSets, goldenUses } = await store.read('goldenSets', 'goldenUses')
  const uses = new Map(goldenUses.map((use) => [use.set, use]))
  return goldenSets.map((set) => {
    const { purpose = 'development', looked = 0 } = uses.get(set.name) ?? {}
    return { ...set, purpose, looked }
  })
}

/** The golden sets that changes are judged by and learned from. */
export const developmentSets = async (session: Stored): Promise<GoldenSetSummary[]> =>
  (await usedSets(session)).filter(({ purpose }) => purpose === 'development')
