import type { ConfusablePair } from '../../contract/confusable-routes'
import type { ParsedInput, RouteOutput } from '../../contract/routes'
import type { ToolId } from '../../domain/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import { counting } from '../call-progress'
import { containing } from '../containing'
import { measuredRunsOf } from '../evaluation/measured-runs'
import { graphLayout } from '../graph/graph-layout'
import type { AppContext, Handlers } from '../handlers'
import { openConfusions, type Confusion } from './confusion'

export function confusableHandlers(context: AppContext): Handlers<'confusable'> {
  const confusions = openConfusions({ ...context, measured: measuredRunsOf(context) })
  const maps = new WeakMap<Confusion, RouteOutput<'confusable.map'>>()
  return {
    async 'confusable.pairs'(input, call) {
      const { basis, pairs, hubs, orphans } = await confusions.of(input, call)
      const found = pairs.filter(wanted(input))
      return {
        ...{ basis, total: found.length },
        rows: found.slice(input.offset, input.offset + input.limit),
        sums: {
          ...{ pairs: pairs.length, hubs: hubs.length },
          ...(orphans && { orphans: orphans.length }),
        },
      }
    },
    async 'confusable.tools'(input, call) {
      const { basis, hubs, orphans = [] } = await confusions.of(input, call)
      const holds = containing(input.search)
      const found = (input.show === 'hubs' ? hubs : orphans).filter(({ tool }) =>
        holds({ id: tool, text: tool }),
      )
      return {
        ...{ basis, total: found.length },
        rows: found.slice(input.offset, input.offset + input.limit),
      }
    },
    async 'confusable.map'(input, call) {
      const confusion = await confusions.of(input, call)
      const map = maps.get(confusion) ?? (await mapOf(confusion, context, call))
      maps.set(confusion, map)
      return map
    },
  }
}

function wanted({ search, tool }: ParsedInput<'confusable.pairs'>) {
  const holds = containing(search)
  return ({ one, other }: ConfusablePair): boolean =>
    (tool === undefined || tool === one || tool === other) &&
    holds({ id: one, text: `${one} ${other}` })
}

/** Pairs on a map: more are a blot. */
const MOST_ON_MAP = 1_000

async function mapOf(
  { basis, pairs }: Confusion,
  { clock }: Pick<AppContext, 'clock'>,
  call: Call,
): Promise<RouteOutput<'confusable.map'>> {
  const shown = pairs.slice(0, MOST_ON_MAP)
  const weights = new Map<ToolId, number>()
  for (const pair of shown) {
    // What takes many queries, or is like many, is drawn large.
    const { byOne = 1, byOther = 1 } = pair.taken ?? {}
    weights.set(pair.one, (weights.get(pair.one) ?? 0) + byOne)
    weights.set(pair.other, (weights.get(pair.other) ?? 0) + byOther)
  }
  const tools = [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const at = new Map(tools.map(([tool], place) => [tool, place]))
  const edges = shown.map(({ one, other }): [number, number, number] => {
    return [at.get(one) ?? 0, at.get(other) ?? 0, 0]
  })
  const places = await graphLayout(
    {
      nodes: tools.length,
      links: edges.map(([from, to]) => [from, to] as const),
      weights: tools.map(([, weight]) => weight),
    },
    {
      pause: yieldToEventLoop(clock, call.signal),
      onStep: counting(call.emit, 'Placing the tools', 'steps'),
    },
  )
  const rounded = (value = 0) => Math.round(value * 10) / 10
  return {
    basis,
    tools: tools.map(([id, neededBy], place) => ({
      ...{ id, x: rounded(places[2 * place]), y: rounded(places[2 * place + 1]), neededBy },
    })),
    edges,
    leftOut: pairs.length - shown.length,
  }
}
