import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { bundleOf } from '../../domain/query/logged-queries'
import type { Split } from '../../domain/query/split'
import { randomNumbers } from '../statistics/random'

/** The queries of a golden set, each in one of two parts, in their own order. */
export interface Parts {
  measured: GoldenQuery[]
  /** To be learned from as history. */
  learned: GoldenQuery[]
}

const MEASURED_SHARE = 0.2
const PUBLISHED = 100

/**
 * Splits queries by their bundles or without regard to them, see {@link Split}.
 * @throws Problem where a part would be empty.
 */
export function partsOf(queries: readonly GoldenQuery[], split: Split): Parts {
  const measured = measuredOf(queries, split)
  const parts = {
    measured: queries.filter((query) => measured.has(query)),
    learned: queries.filter((query) => !measured.has(query)),
  }
  if (parts.measured.length > 0 && parts.learned.length > 0) return parts
  throw new Problem(
    'bad-input',
    `The golden set’s ${queries.length} queries cannot be split like this: nothing would be left to ${parts.learned.length === 0 ? 'learn from' : 'measure'}.`,
    'Choose another split, or a larger golden set.',
  )
}

function measuredOf(
  queries: readonly GoldenQuery[],
  { by, seed }: Split,
): ReadonlySet<GoldenQuery> {
  if (by === 'first100') return new Set(queries.slice(0, PUBLISHED))
  const random = randomNumbers(seed)
  const wanted = queries.length * MEASURED_SHARE
  if (by === 'random') return new Set(shuffled(queries, random).slice(0, Math.round(wanted)))
  const ofBundles = withBundles(queries, by === 'mixed' ? wanted / 2 : wanted, random)
  if (by === 'bundle') return new Set(ofBundles)
  const hidden = new Set(ofBundles)
  const others = shuffled(
    queries.filter((query) => !hidden.has(query)),
    random,
  )
  return new Set([...ofBundles, ...others.slice(0, Math.round(wanted / 2))])
}

/** All queries of as many bundles, drawn, as it takes to have at least so many. */
function withBundles(
  queries: readonly GoldenQuery[],
  wanted: number,
  random: () => number,
): GoldenQuery[] {
  const byBundle = Map.groupBy(queries, bundleOf)
  const drawn: GoldenQuery[] = []
  for (const bundle of shuffled([...byBundle.keys()], random)) {
    if (drawn.length >= wanted) break
    drawn.push(...(byBundle.get(bundle) ?? []))
  }
  return drawn
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items]
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[left[at], left[other]] = [left[other] as Item, left[at] as Item]
  }
  return left
}
