import {
  type ConfusablePairsAnswer,
  type ConfusableMapAnswer,
  type ConfusablePair,
} from './shared/answers'
import { ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import { counting } from '../../app/requests/call-progress'
import { containing } from '../../app/requests/containing'
import { measuredRunsOf } from '../../app/evaluation/measured-runs'
import { graphLayout } from '../../app/graph/graph-layout'
import type { AppContext } from '../../app/context'
import { openConfusions, ConfusableMapInput, type Confusion } from './confusion'
import { Asked, Page } from './input'
import { z } from 'zod'
import { action, perApp } from '../../app/action'

const ConfusablePairsInput = Asked.extend({
  ...Page,
  tool: ToolId.optional().describe('only pairs with this tool'),
})
type ConfusablePairsInput = z.output<typeof ConfusablePairsInput>

const confusionsOf = perApp((context) => ({
  ...openConfusions({ ...context, measured: measuredRunsOf(context) }),
  maps: new WeakMap<Confusion, ConfusableMapAnswer>(),
}))

export const confusableActions = {
  'confusable.pairs': action({
    summary: 'Pairs of tools that take each other’s queries, or would by what they say',
    input: ConfusablePairsInput,
    async run(context, input, call): Promise<ConfusablePairsAnswer> {
      const { basis, pairs, hubs, orphans } = await confusionsOf(context).of(input, call)
      const found = pairs.filter(wanted(input))
      return {
        basis,
        total: found.length,
        rows: found.slice(input.offset, input.offset + input.limit),
        sums: {
          pairs: pairs.length,
          hubs: hubs.length,
          ...(orphans && { orphans: orphans.length }),
        },
      }
    },
  }),
  'confusable.tools': action({
    summary: 'Hubs: tools that show up where unwanted, the worst first',
    input: Asked.extend({
      ...Page,
      show: z
        .enum(['hubs', 'orphans'])
        .describe('hubs, or orphans: tools that no query of the run reaches'),
    }),
    async run(context, input, call) {
      const { basis, hubs, orphans = [] } = await confusionsOf(context).of(input, call)
      const holds = containing(input.search)
      const found = (input.show === 'hubs' ? hubs : orphans).filter(({ tool }) =>
        holds({ id: tool, text: tool }),
      )
      return {
        basis,
        total: found.length,
        rows: found.slice(input.offset, input.offset + input.limit),
      }
    },
  }),
  'confusable.map': action({
    summary:
      'The most confusable pairs as a map: where tools stand, and lines between the two of a pair',
    input: ConfusableMapInput,
    async run(context, input, call): Promise<ConfusableMapAnswer> {
      const { maps, ...confusions } = confusionsOf(context)
      const confusion = await confusions.of(input, call)
      const map = maps.get(confusion) ?? (await mapOf(confusion, context, call))
      maps.set(confusion, map)
      return map
    },
  }),
}

function wanted({ search, tool }: ConfusablePairsInput) {
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
): Promise<ConfusableMapAnswer> {
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
      id,
      x: rounded(places[2 * place]),
      y: rounded(places[2 * place + 1]),
      neededBy,
    })),
    edges,
    leftOut: pairs.length - shown.length,
  }
}
