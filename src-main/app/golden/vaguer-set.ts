import { z } from 'zod'
import { SetName, type GoldenVaguerAnswer } from '../../contract/golden'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { vaguer } from '../../evaluation/tiers/vaguer'
import type { Session } from '../workspaces/session'
import { changeSets } from './changed-sets'
import { requireFree } from './edited-sets'
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
 * Makes a golden set of vaguer versions of another one's queries, by rule: marked as synthetic, and of the tier vague.
 * @throws Problem `conflict` for a name that is taken and for a test set, `bad-input` where no query can be made vaguer.
 */
export async function makeVaguer(
  session: Session,
  { set, name = `${set}, vaguer`, seed }: z.output<typeof GoldenVaguerInput>,
): Promise<GoldenVaguerAnswer> {
  await requireDevelopment(session, set)
  const catalog = await session.catalog()
  const toolOf = (id: Parameters<typeof catalog.has>[0]) =>
    catalog.has(id) ? catalog.tool(id) : undefined
  return changeSets(session, async (sets) => {
    requireFree(sets, name)
    const queries = await sets.get(set)
    const made = queries.flatMap((query) => vaguer(query, toolOf, seed) ?? [])
    if (made.length === 0) {
      throw new Problem(
        'bad-input',
        `No query of “${set}” can be made vaguer by rule.`,
        'Write vaguer versions by hand, and give them the tag tier:vague.',
      )
    }
    const by = made.flatMap((each) => each.by)
    return {
      sets: new Map([[name, made.map(({ query }) => query)]]),
      answer: {
        ...{ set: name, made: made.length, left: queries.length - made.length },
        by: Object.fromEntries(
          [...Map.groupBy(by, (how) => how)].map(([how, all]) => [how, all.length]),
        ),
      },
    }
  })
}
