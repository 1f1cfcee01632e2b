import { z } from 'zod'
import { Dir } from '../../../contract/workspace'
import { evenSample } from '../../../domain/value/even-sample'
import { Problem } from '../../../domain/problem'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { visibilityOf } from '../../../domain/tool/catalog-tool'
import { idOf } from '../../../domain/tool/stored-tool'
import type { ToolId } from '../../../domain/tool/tool'
import { placeEffects, worthOf } from '../../../authoring/gate/effect'
import type { FindHeldOut } from '../../../evaluation/samples/held-out'
import { yieldToEventLoop } from '../../../evaluation/yield-to-event-loop'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import { openCatalogDraft, eachTwice, answerTwice, DEPTH } from '../../../app/effect/draft'
import { loggedRows } from '../../../app/evaluation/logged-rows'
import { heldOutWhenRunAgain } from '../../../app/evaluation/past-queries'
import { judgedOn, requireDevelopment } from '../../../app/golden/set-uses'
import {
  askingPlace,
  prepareEach,
  refuseUnasked,
  type AskingPlace,
} from '../../../app/query/ask-recipe'
import type { Catalog } from '../../../app/workspaces/catalog'
import type { Session } from '../../../app/workspaces/session'
import { goldenThirds, type GoldenThirds } from './golden-thirds'
import { entriesWith, type AskTogether } from './texts-together'

export const ImproveFields = {
  dir: Dir,
  goldenSet: z.string().optional().meta({
    title: 'name',
    description:
      'whose queries say what is missed and what is won; default: the set that changes are judged by, else logged queries',
  }),
  logged: z
    .boolean()
    .optional()
    .describe('take logged queries, with the tools that they took, in place of golden ones'),
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

/** Where texts are written and judged, by which queries. */
export interface ImprovePlace {
  place: AskingPlace
  /** Absent where logged queries are asked. */
  goldenSet: string | undefined
  thirds: GoldenThirds
  /** Logged queries that none of these must learn from. */
  heldOut: FindHeldOut
  /** Tools by how many of their choosing queries miss them, the most first. */
  missed: ReadonlyMap<ToolId, number>
  /** Tools by what their places in choosing queries leave to win, the most first. */
  toWin: ReadonlyMap<ToolId, number>
}

interface Asked {
  dir: string
  goldenSet?: string | undefined
  logged?: boolean | undefined
}

/**
 * @throws Problem `bad-input` where there are no queries to go by, `conflict` for a test set,
 * `asks-model` where the recipe asks one
 */
export async function improvePlace(
  context: AppContext,
  asked: Asked,
  call: Call,
): Promise<ImprovePlace> {
  const place = await askingPlace(context, { dir: asked.dir, mayAsk: false }, quietly(call))
  const { session } = place
  const { goldenSet, queries } = await queriesOf(session, asked)
  const all = goldenThirds(queries.filter(({ tools }) => tools.length > 0))
  const thirds = {
    choosing: evenSample(all.choosing, MOST_QUERIES),
    judging: evenSample(all.judging, MOST_QUERIES),
    reporting: evenSample(all.reporting, MOST_QUERIES),
  }
  const found = await session.withCatalog((catalog) => placesToday(place, catalog, thirds.choosing))
  return { place, goldenSet, thirds, ...found }
}

async function queriesOf(
  session: Session,
  { goldenSet, logged }: Asked,
): Promise<{ goldenSet: string | undefined; queries: GoldenQuery[] }> {
  if (logged && goldenSet !== undefined) {
    throw new Problem(
      'bad-input',
      'Both a golden set and logged queries are chosen.',
      'Choose one of them.',
    )
  }
  const name = logged
    ? undefined
    : (goldenSet ??
      (await judgedOn(session, (sets) => sets.toSorted((a, b) => b.queries - a.queries))))
  if (name !== undefined) {
    await requireDevelopment(session, name)
    return { goldenSet: name, queries: await session.goldenQueries(name) }
  }
  const queries = await loggedRows(await session.catalog())
  if (queries.length === 0) throw logged ? noneLogged() : noQueries()
  return { goldenSet: undefined, queries }
}

const noQueries = (): Problem =>
  new Problem(
    'bad-input',
    'There are neither golden nor logged queries, so nothing says which tools are missed, nor what texts are worth.',
    'Save some queries as golden or import them; or have texts proposed by Enhance, and review them yourself.',
  )

const noneLogged = (): Problem =>
  new Problem(
    'bad-input',
    'No queries are logged that took tools of this catalog, so nothing says which tools are missed.',
    'Import logged queries, serve agents and learn from what they took, or choose a golden set.',
  )

/** Where right tools stand today. */
async function placesToday(
  place: AskingPlace,
  catalog: Catalog,
  queries: readonly GoldenQuery[],
): Promise<Pick<ImprovePlace, 'missed' | 'toWin' | 'heldOut'>> {
  const { context, call } = place
  const [today] = await prepareEach(place, catalog)
  refuseUnasked(today, { answers: queries.length, mayAsk: place.mayAsk })
  const heldOut = await heldOutWhenRunAgain(today, yieldToEventLoop(context.clock, call.signal))
  const draft = { today, then: today, place }
  const ask = (query: GoldenQuery) =>
    answerTwice(draft, query, { depth: DEPTH, without: heldOut(query.text) })
  const { answers } = await eachTwice(queries, ask, place)
  const missed = new Map<ToolId, number>()
  const toWin = new Map<ToolId, number>()
  for (const answer of answers) {
    for (const { tool, before } of placeEffects([answer])) {
      if (!catalog.has(tool)) continue
      toWin.set(tool, (toWin.get(tool) ?? 0) + 1 - worthOf(before))
      if (!answer.before.set.includes(tool)) missed.set(tool, (missed.get(tool) ?? 0) + 1)
    }
  }
  return { heldOut, missed: mostFirst(missed), toWin: mostFirst(toWin) }
}

const mostFirst = (counts: ReadonlyMap<ToolId, number>): Map<ToolId, number> =>
  new Map([...counts].toSorted((a, b) => b[1] - a[1]))

/**
 * The tools to write for, in the order of what can be won: those that are missed most, then those
 * that are found late; of all tools those that no query names come last. Hidden ones are none.
 */
export const toolsToWrite = (
  catalog: Catalog,
  { missed, toWin }: Pick<ImprovePlace, 'missed' | 'toWin'>,
  { tools, most }: { tools: 'missed' | 'all'; most: number },
): ToolId[] => {
  const shown = catalog.tools
    .filter((entry) => visibilityOf(entry) !== 'hidden')
    .map((entry) => idOf(entry))
  const isShown = new Set(shown)
  const others = tools === 'all' ? [...toWin.keys(), ...shown] : []
  const inOrder = new Set([...missed.keys(), ...others])
  return [...inOrder].filter((tool) => isShown.has(tool)).slice(0, most)
}

/** Asks queries of the catalog as it is, once, and with texts written. */
export const askTogether =
  ({ place, heldOut }: Pick<ImprovePlace, 'place' | 'heldOut'>, catalog: Catalog): AskTogether =>
  async (texts, queries) => {
    const draft = await openCatalogDraft(place, catalog, entriesWith(texts, catalog))
    const ask = (query: GoldenQuery) =>
      answerTwice(draft, query, { depth: DEPTH, without: heldOut(query.text) })
    return (await eachTwice(queries, ask, place)).answers
  }
