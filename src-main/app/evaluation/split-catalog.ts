import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { asHistory } from '../../domain/query/logged-queries'
import type { Split } from '../../domain/query/split'
import type { Run } from '../../domain/run/run'
import { partsOf, type Parts } from '../../evaluation/samples/split'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'

/** What is measured of a golden set, and the catalog with the history that it may learn from. */
export interface Measured extends Parts {
  catalog: Catalog
}

/** A part of a golden set, and with which catalog it is measured. */
interface StoredSplit extends Measured {
  /** The same list for as long as the golden set is. */
  golden: readonly GoldenQuery[]
  split: string
}

/**
 * By the workspace's catalog: what was learned from the last splits, so that looking at their
 * queries again learns nothing anew.
 */
const kept = new WeakMap<Catalog, StoredSplit[]>()
const MOST_KEPT = 2

/**
 * The golden queries that name a tool, as a query that names none has no right ranking; where they
 * are split, the part to measure, and the catalog with the other part as its history.
 * @throws Problem where there are none, or the split leaves nothing to measure or to learn from.
 */
export function measuredPart(
  golden: readonly GoldenQuery[],
  {
    catalog,
    goldenSet,
    split,
  }: Pick<Run, 'goldenSet'> & { catalog: Catalog; split?: Split | undefined },
): Measured {
  const labelled = golden.filter(({ tools }) => tools.length > 0)
  if (labelled.length === 0) {
    throw new Problem(
      'bad-input',
      `No query of the golden set “${goldenSet}” names a tool.`,
      'Choose another golden set: queries that no tool fits are asked beside it where a recipe decides its size. Or import this one again with labels that the catalog knows.',
    )
  }
  if (!split) return { catalog, measured: labelled, learned: [] }
  const key = JSON.stringify([split.by, split.seed])
  const others = kept.get(catalog) ?? []
  const known = others.find((each) => each.golden === golden && each.split === key)
  if (known) return known
  const parts = partsOf(labelled, split)
  // It holds nothing but memory, and goes with the catalog: whoever still measures with it can.
  const own = catalog.withHistory(asHistory(parts.learned))
  const found = { ...parts, golden, split: key, catalog: own }
  kept.set(catalog, [found, ...others].slice(0, MOST_KEPT))
  return found
}

/**
 * The catalog as a run was measured on it: with the same part of the golden set as history, where
 * it was split.
 */
export async function catalogOfRun(
  session: Session,
  { catalog, run: { goldenSet, split } }: { catalog: Catalog; run: Run },
): Promise<Catalog> {
  if (!split) return catalog
  const golden = await session.goldenQueries(goldenSet)
  return measuredPart(golden, { catalog, goldenSet, split }).catalog
}
