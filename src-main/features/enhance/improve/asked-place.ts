import { z } from 'zod'
import { Dir } from '../../../contract/workspace'
import { evenSample } from '../../../domain/value/even-sample'
import { Problem } from '../../../domain/problem'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { visibilityOf } from '../../../domain/tool/catalog-tool'
import { idOf } from '../../../domain/tool/stored-tool'
import type { ToolId } from '../../../domain/tool/tool'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import { openCatalogDraft, eachTwice, answerTwice, DEPTH } from '../../../app/effect/draft'
import { judgedOn, requireDevelopment } from '../../../app/golden/set-uses'
import {
  askingPlace,
  prepareEach,
  refuseUnasked,
  type AskingPlace,
} from '../../../app/query/ask-recipe'
import type { Catalog } from '../../../app/workspaces/catalog'
import { goldenThirds, type GoldenThirds } from './golden-thirds'
import { entriesWith, type AskTogether } from './texts-together'

export const ImproveFields = {
  dir: Dir,
  goldenSet: z
    .string()
    .optional()
    .describe(
      'whose queries say what is missed and what is won; default: the set that changes are judged by',
    ),
  tools: z
    .enum(['missed', 'all'])
    .default('missed')
    .describe('missed: those that queries miss; all: every tool, those that are missed first'),
  most: z
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(100)
    .describe('tools that are written for at most'),
}

/** Queries asked of each third: more take longer and tell little more. */
const MOST_QUERIES = 500

/** Many short looks are told by what they are for, and not each by itself. */
export const quietly = (call: Call): Call => ({ ...call, emit: () => undefined })

/** Where texts are written and judged, by which golden queries. */
export interface ImprovePlace {
  place: AskingPlace
  goldenSet: string
  thirds: GoldenThirds
  /** Tools by how many of their choosing queries miss them. */
  missed: ReadonlyMap<ToolId, number>
}

/**
 * @throws Problem `bad-input` where there are no golden queries, `conflict` for a test set,
 * `asks-model` where the recipe asks one
 */
export async function improvePlace(
  context: AppContext,
  { dir, goldenSet }: { dir: string; goldenSet?: string | undefined },
  call: Call,
): Promise<ImprovePlace> {
  const place = await askingPlace(context, { dir, mayAsk: false }, quietly(call))
  const { session } = place
  const name =
    goldenSet ?? (await judgedOn(session, (sets) => sets.toSorted((a, b) => b.queries - a.queries)))
  if (name === undefined) throw noQueries()
  await requireDevelopment(session, name)
  const all = goldenThirds(await session.goldenQueries(name))
  const thirds = {
    choosing: evenSample(all.choosing, MOST_QUERIES),
    judging: evenSample(all.judging, MOST_QUERIES),
    reporting: evenSample(all.reporting, MOST_QUERIES),
  }
  const missed = await session.withCatalog((catalog) => missedBy(place, catalog, thirds.choosing))
  return { place, goldenSet: name, thirds, missed }
}

const noQueries = (): Problem =>
  new Problem(
    'bad-input',
    'There are no golden queries, so nothing says which tools are missed, nor what texts are worth.',
    'Save some queries as golden or import them; or have texts proposed by Enhance, and review them yourself.',
  )

async function missedBy(
  place: AskingPlace,
  catalog: Catalog,
  queries: readonly GoldenQuery[],
): Promise<Map<ToolId, number>> {
  const [today] = await prepareEach(place, catalog)
  refuseUnasked(today, { answers: queries.length, mayAsk: place.mayAsk })
  const draft = { today, then: today, place }
  const { answers } = await eachTwice(queries, (query) => answerTwice(draft, query, DEPTH), place)
  const counts = new Map<ToolId, number>()
  for (const { query, before } of answers) {
    for (const tool of query.tools) {
      if (!before.set.includes(tool) && catalog.has(tool))
        counts.set(tool, (counts.get(tool) ?? 0) + 1)
    }
  }
  return new Map([...counts].toSorted((a, b) => b[1] - a[1]))
}

/** The tools to write for: those that are missed most first, and hidden ones never. */
export const toolsToWrite = (
  catalog: Catalog,
  { missed }: ImprovePlace,
  { tools, most }: { tools: 'missed' | 'all'; most: number },
): ToolId[] => {
  const shown = new Set(
    catalog.tools.filter((entry) => visibilityOf(entry) !== 'hidden').map((entry) => idOf(entry)),
  )
  const first = [...missed.keys()].filter((tool) => shown.has(tool))
  const others = tools === 'all' ? [...shown].filter((tool) => !missed.has(tool)) : []
  return [...first, ...others].slice(0, most)
}

/** Asks queries of the catalog as it is, once, and with texts written. */
export const askTogether =
  (place: AskingPlace, catalog: Catalog): AskTogether =>
  async (texts, queries) => {
    const draft = await openCatalogDraft(place, catalog, entriesWith(texts, catalog))
    return (await eachTwice(queries, (query) => answerTwice(draft, query, DEPTH), place)).answers
  }
