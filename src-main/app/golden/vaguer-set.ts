import { z } from 'zod'
import { SetName, type GoldenVaguerAnswer } from '../../contract/golden'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { vaguer, type Vaguer } from '../../evaluation/tiers/vaguer'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Session } from '../workspaces/session'
import { changeSets } from './changed-sets'
import { contentOf } from './checked-query'
import { namedAfter, requireFree } from './edited-sets'
import { requireDevelopment } from './set-uses'

export const GoldenVaguerInput = z.object({
  dir: Dir,
  set: z.string().describe('the golden set whose queries are made vaguer'),
  name: SetName.optional().meta({
    title: 'set',
    description: 'what the new set is called; default: <set>, vaguer',
  }),
  seed: z.number().int().min(0).default(1).describe('the seed of what is drawn'),
})

/**
 * Makes a golden set of vaguer versions of another one's queries, by rule, marked as synthetic.
 * @throws Problem `conflict` for a name that is taken and for a test set, `bad-input` where no
 * query can be made vaguer.
 */
export async function makeVaguer(
  session: Session,
  { set, name = namedAfter(set, ', vaguer'), seed }: z.output<typeof GoldenVaguerInput>,
  signal: AbortSignal,
): Promise<GoldenVaguerAnswer> {
  await requireDevelopment(session, set)
  const catalog = await session.catalog()
  const toolOf = (id: Parameters<typeof catalog.has>[0]) =>
    catalog.has(id) ? catalog.tool(id) : undefined
  return changeSets(session, async (sets) => {
    requireFree(sets, name)
    const queries = await sets.get(set)
    const pause = yieldToEventLoop(session.clock, signal)
    const all: Vaguer[] = []
    for (const query of queries) {
      await pause()
      const one = vaguer(query, toolOf, seed)
      if (one) all.push(one)
    }
    const made = withoutAmbiguous(all)
    if (made.length === 0) {
      throw new Problem(
        'bad-input',
        `No query of “${set}” can be made vaguer by rule.`,
        'Write vaguer versions by hand.',
      )
    }
    const by = made.flatMap((each) => each.by)
    return {
      sets: new Map([[name, made.map(({ query }) => query)]]),
      answer: {
        set: name,
        made: made.length,
        left: queries.length - made.length,
        by: Object.fromEntries(
          [...Map.groupBy(by, (how) => how)].map(([how, all]) => [how, all.length]),
        ),
      },
    }
  })
}

/**
 * Without those that say the same as another one with other right tools: nobody could tell which of
 * them are right.
 */
const withoutAmbiguous = (all: readonly Vaguer[]): Vaguer[] =>
  [...Map.groupBy(all, ({ query }) => contentOf(query)).values()].filter(haveSameTools).flat()

const haveSameTools = (same: readonly Vaguer[]): boolean =>
  new Set(same.map(({ query }) => JSON.stringify([...query.tools].sort()))).size === 1
