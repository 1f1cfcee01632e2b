import { bundleOf } from '../../../domain/query/logged-queries'
import type { BundleWay } from '../../../domain/query/writing'
import type { ToolId } from '../../../domain/tool/tool'
import type { SizeCount } from '../shared/sizes'

/** A tool that may be drawn. */
export interface Drawable {
  id: ToolId
  /** What bundles are spread over, such as its server; absent where it has none. */
  group?: string | undefined
}

/** The tools that go with a tool, nearest first where there is an order. */
export type Partners = (tool: ToolId) => readonly ToolId[]

export interface Sampling {
  sizes: readonly SizeCount[]
  /** At least one. */
  ways: readonly BundleWay[]
  /** Whether groups are drawn from in turn, rather than by their number of tools. */
  isSpread: boolean
  /** Golden queries of tools, where those with fewest are drawn first. */
  covered?: ReadonlyMap<ToolId, number>
}

export interface Ground {
  tools: readonly Drawable[]
  /** By way; tools that are not drawable are passed over. Of `random` none are asked. */
  partners: Partial<Record<BundleWay, Partners>>
  /** Bundles that are not to be drawn again, as {@link bundleOf} names them. */
  known: ReadonlySet<string>
}

interface SampledBundle {
  /** The first one drawn goes first. */
  tools: ToolId[]
  way: BundleWay
  /** The tool that is taken away to see whether it is needed; absent of a single tool. */
  without?: ToolId
}

interface SampledBundles {
  bundles: SampledBundle[]
  /** Bundles that could not be drawn: there are no more of that size. */
  short: SizeCount[]
}

/**
 * First tools that are tried for one bundle: where none of them begins a new one, there are hardly
 * any left.
 */
const MOST_TRIES = 60

/**
 * Bundles of tools, none of them twice. The same numbers from `random` give the same bundles.
 * @param random numbers in 0…1, 1 excluded
 */
export function sampleBundles(
  sampling: Sampling,
  ground: Ground,
  random: () => number,
): SampledBundles {
  const drawing = openDrawing(sampling, ground, random)
  const sampled: SampledBundles = { bundles: [], short: [] }
  for (const { size, count } of sampling.sizes) {
    let missing = 0
    for (let at = 0; at < count && missing === 0; at++) {
      const bundle = drawing.draw(size)
      if (bundle) sampled.bundles.push(bundle)
      else missing = count - at
    }
    if (missing > 0) sampled.short.push({ size, count: missing })
  }
  return sampled
}

function openDrawing(sampling: Sampling, ground: Ground, random: () => number) {
  const drawn = new Set(ground.known)
  const firsts = openFirsts(sampling, ground.tools, random)
  const pick: PickOne = (items) => items[Math.floor(random() * items.length)]
  const grow = growing(ground, pick)

  function bundleFrom(first: ToolId, size: number): SampledBundle | undefined {
    if (size === 1) return { tools: [first], way: 'random' }
    const ways = [...sampling.ways]
    while (ways.length > 0) {
      const [way] = ways.splice(Math.floor(random() * ways.length), 1) as [BundleWay]
      const grown = grow(first, size, way)
      if (!grown || drawn.has(bundleOf({ tools: grown }))) continue
      return { tools: grown, way, without: pick(grown) as ToolId }
    }
    return undefined
  }

  return {
    draw(size: number): SampledBundle | undefined {
      const tried = new Set<ToolId>()
      const isFree = (id: ToolId) => !tried.has(id) && (size > 1 || !drawn.has(id))
      for (let times = 0; times < MOST_TRIES; times++) {
        // A tool that begins no further bundle by one chance may do so by another.
        const first = firsts.next(isFree) ?? (size > 1 ? firsts.next(() => true) : undefined)
        if (!first) return undefined
        tried.add(first.id)
        const bundle = bundleFrom(first.id, size)
        if (!bundle) continue
        drawn.add(bundleOf(bundle))
        firsts.use(bundle.tools, first)
        return bundle
      }
      return undefined
    },
  }
}

type PickOne = <Item>(items: readonly Item[]) => Item | undefined

/**
 * The tools that begin bundles: from the group that was drawn from least, those first that are used
 * least where that is asked.
 */
function openFirsts(
  { isSpread, covered }: Sampling,
  tools: readonly Drawable[],
  random: () => number,
) {
  const groupOf = ({ group = '' }: Drawable): string => (isSpread ? group : '')
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const groups = new Map(
    [...Map.groupBy(tools, groupOf)].map(([name, members]) => {
      const ids = members.map(({ id }) => id)
      return [name, { drawn: 0, queue: openQueue(ids, (id) => covered?.get(id) ?? 0, random) }]
    }),
  )
  return {
    next(isFree: (id: ToolId) => boolean): Drawable | undefined {
      // By chance among those drawn from as often.
      const order = [...groups.values()]
        .map((group) => ({ ...group, chance: random() }))
        .sort((a, b) => a.drawn - b.drawn || a.chance - b.chance)
      for (const { queue } of order) {
        const id = queue.next(isFree)
        if (id !== undefined) return byId.get(id)
      }
      return undefined
    },
    use(bundle: readonly ToolId[], first: Drawable): void {
      const group = groups.get(groupOf(first))
      if (group) group.drawn++
      if (!covered) return
      for (const id of bundle) {
        const tool = byId.get(id)
        if (tool) groups.get(groupOf(tool))?.queue.use(id)
      }
    },
  }
}

/**
 * Ids in buckets by how often they are used: the next one is drawn by chance from the lowest that
 * has a free one.
 */
function openQueue(
  ids: readonly ToolId[],
  usedBefore: (id: ToolId) => number,
  random: () => number,
) {
  const uses = new Map(ids.map((id) => [id, usedBefore(id)]))
  const buckets = new Map<number, ToolId[]>()
  const put = (id: ToolId, count: number): void => {
    const bucket = buckets.get(count)
    if (bucket) bucket.push(id)
    else buckets.set(count, [id])
  }
  for (const [id, count] of uses) put(id, count)
  return {
    next(isFree: (id: ToolId) => boolean): ToolId | undefined {
      for (const count of [...buckets.keys()].sort((a, b) => a - b)) {
        const found = drawFree(buckets.get(count) as ToolId[], isFree, random)
        if (found !== undefined) return found
      }
      return undefined
    },
    use(id: ToolId): void {
      const before = uses.get(id) ?? 0
      const bucket = buckets.get(before) as ToolId[]
      bucket.splice(bucket.indexOf(id), 1)
      if (bucket.length === 0) buckets.delete(before)
      uses.set(id, before + 1)
      put(id, before + 1)
    },
  }
}

/** One of the ids that is free, by chance; each is looked at once at most. */
function drawFree(
  ids: ToolId[],
  isFree: (id: ToolId) => boolean,
  random: () => number,
): ToolId | undefined {
  for (let left = ids.length; left > 0; left--) {
    const at = Math.floor(random() * left)
    const id = ids[at] as ToolId
    if (isFree(id)) return id
    ids[at] = ids[left - 1] as ToolId
    ids[left - 1] = id
  }
  return undefined
}

/**
 * Joins tools one by one, each a partner of any before it; gives nothing where there are not
 * enough.
 */
function growing({ tools, partners }: Pick<Ground, 'tools' | 'partners'>, pick: PickOne) {
  const isDrawable = new Set(tools.map(({ id }) => id))
  const partnersOf = (bundle: readonly ToolId[], way: BundleWay): ToolId[] => {
    const found = new Set(bundle.flatMap((tool) => partners[way]?.(tool) ?? []))
    return [...found].filter((tool) => isDrawable.has(tool) && !bundle.includes(tool))
  }
  const another = (bundle: readonly ToolId[]): ToolId | undefined => {
    if (bundle.length >= tools.length) return undefined
    for (;;) {
      const id = pick(tools)?.id
      if (id === undefined || !bundle.includes(id)) return id
    }
  }
  return (first: ToolId, size: number, way: BundleWay): ToolId[] | undefined => {
    const bundle = [first]
    while (bundle.length < size) {
      const next = way === 'random' ? another(bundle) : pick(partnersOf(bundle, way))
      if (next === undefined) return undefined
      bundle.push(next)
    }
    return bundle
  }
}
