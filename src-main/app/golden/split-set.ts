import {
  SplitWay,
  SetName,
  type GoldenSetApartAnswer,
  type GoldenSplitAnswer,
} from '../../contract/golden'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { Problem } from '../../domain/problem'
import type { ToolId } from '../../domain/tool/tool'
import { sampleOf } from '../../evaluation/statistics/random'
import type { Session } from '../workspaces/session'
import { changeSets, goldenSetsOf, type GoldenSets, type SetsPlan } from './changed-sets'
import { namedAfter, requireFree } from './edited-sets'
import { requireDevelopment } from './set-uses'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const GoldenSplitInput = z.object({
  dir: Dir,
  set: z.string().describe('its name'),
  way: SplitWay.describe('a share of the queries, or of the tools with all their queries'),
  names: z
    .object({ part: SetName, rest: SetName })
    .describe('what the set with the share or the tools is called, and the one with the rest'),
  preview: z.boolean().default(false).describe('say what would be made, and write nothing'),
})
export type GoldenSplitInput = z.output<typeof GoldenSplitInput>

/** Queries told of those that neither side takes. */
const MOST_TOLD = 20

/** Makes two new sets of one, see `golden.split`. */
export async function splitSet(
  session: Session,
  { set, way, names, preview }: GoldenSplitInput,
): Promise<GoldenSplitAnswer> {
  const plan = async (sets: GoldenSets): Promise<SetsPlan<Omit<GoldenSplitAnswer, 'change'>>> => {
    if (names.part === names.rest) {
      throw new Problem('bad-input', 'The two new sets are to have names that differ.')
    }
    for (const name of [names.part, names.rest]) requireFree(sets, name)
    const { part, rest, both, tools } = splitQueries(await sets.get(set), way)
    if (part.length === 0 || rest.length === 0) throw leavesNothing(set, way)
    const made = new Map([
      [names.part, part],
      [names.rest, rest],
    ])
    const first = both.slice(0, MOST_TOLD).map(({ id, text }) => ({ id, text }))
    const answer = {
      part: part.length,
      rest: rest.length,
      ...(tools !== undefined && { tools }),
      both: { queries: both.length, first },
    }
    return { sets: made, answer }
  }
  if (preview) return (await plan(await goldenSetsOf(session))).answer
  return changeSets(session, plan)
}

export const GoldenSetApartInput = z.object({
  dir: Dir,
  set: z.string().describe('the golden set that they are taken from'),
  name: SetName.optional().meta({
    title: 'set',
    description: 'what the test set is called; default: <set> test',
  }),
  share: z.number().gt(0).lt(1).default(0.3).describe('how much of it, between 0 and 1'),
  seed: z.number().int().min(0).default(1).describe('the seed of the draw'),
})
export type GoldenSetApartInput = z.output<typeof GoldenSetApartInput>

/**
 * Moves a drawn share of a golden set into a test set of its own: what is left is for development.
 * @throws Problem `conflict` for a name that is taken and for a test set, `bad-input` where one of
 * them would be empty.
 */
export async function setApart(
  session: Session,
  { set, name = namedAfter(set, ' test'), share, seed }: GoldenSetApartInput,
): Promise<GoldenSetApartAnswer> {
  await requireDevelopment(session, set)
  return changeSets(session, async (sets) => {
    requireFree(sets, name)
    const way = { by: 'seed', share, seed } as const
    const { part, rest } = splitQueries(await sets.get(set), way)
    if (part.length === 0 || rest.length === 0) throw leavesNothing(set, way)
    const made = new Map([
      [set, rest],
      [name, part],
    ])
    const answer = { test: name, queries: part.length, left: rest.length }
    return { sets: made, tests: [name], answer }
  })
}

interface Sides {
  part: GoldenQuery[]
  rest: GoldenQuery[]
  /** With tools of both sides. */
  both: GoldenQuery[]
  tools?: number
}

function splitQueries(queries: readonly GoldenQuery[], way: SplitWay): Sides {
  if (way.by === 'tools') return byTools(queries, way)
  const part = sampleOf(queries, Math.round(queries.length * way.share), way.seed)
  const drawn = new Set(part)
  return { part, rest: queries.filter((query) => !drawn.has(query)), both: [] }
}

/** Queries that no tool fits are of neither side: a share of them is drawn. */
function byTools(
  queries: readonly GoldenQuery[],
  { tools: named, share, seed }: Extract<SplitWay, { by: 'tools' }>,
): Sides {
  const all = [...new Set(queries.flatMap(({ tools }) => tools))].sort()
  const side = new Set<ToolId>(named ?? sampleOf(all, Math.round(all.length * share), seed))
  const negative = queries.filter(({ tools }) => tools.length === 0)
  const drawn = new Set(sampleOf(negative, Math.round(negative.length * share), seed))
  const sides: Sides = {
    part: [],
    rest: [],
    both: [],
    tools: all.filter((id) => side.has(id)).length,
  }
  for (const query of queries) {
    const inside = query.tools.filter((tool) => side.has(tool)).length
    const isPart = query.tools.length === 0 ? drawn.has(query) : inside === query.tools.length
    if (isPart) sides.part.push(query)
    else if (inside === 0) sides.rest.push(query)
    else sides.both.push(query)
  }
  return sides
}

const leavesNothing = (set: string, { by }: SplitWay): Problem =>
  new Problem(
    'bad-input',
    `The golden set “${set}” cannot be split like this: one of the two sets would be empty.`,
    by === 'tools'
      ? 'Choose other tools, or more of them.'
      : 'Choose another share, or a larger set.',
  )
