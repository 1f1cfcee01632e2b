import {
  coverage,
  drawableTools,
  partnersFor,
  similarPartners,
  type WritingDrawInput,
} from './ground'
import { totalOf } from '../shared/sizes'
import type { WritingDrawAnswer, WritingPreviewAnswer } from '../shared/answers'
import { randomUUID } from 'node:crypto'
import { sampleBundles, type Partners } from './sample-bundles'
import { templateQuery } from '../query-texts'
import { bundleOf } from '../../../domain/query/logged-queries'
import { Problem } from '../../../domain/problem'
import type { ToolId } from '../../../domain/tool/tool'
import type { WrittenQuery } from '../../../domain/query/written-query'
import { WRITING } from '../../../domain/query/writing'
import { randomNumbers } from '../../../evaluation/statistics/random'
import type { Call } from '../../../app/app'
import type { Catalog } from '../../../app/workspaces/catalog'
import type { AppContext } from '../../../app/context'
import { withWorkspaceModels } from '../../../app/models/workspace-models'
import type { Session } from '../../../app/workspaces/session'
import { shownTool } from '../shown-tools'
import { noModel } from '../open-askers'
import { writtenRecords, type WrittenRecords } from '../written-records'

type Input = WritingDrawInput

/** Bundles that a preview shows. */
const MOST_SHOWN = 20

/** What a draw gives: the records to keep, and what to say of it. */
interface Drawing {
  records: WrittenQuery[]
  short: WritingDrawAnswer['short']
  wordless: number
  tools: number
  uncovered: number
}

interface Place {
  catalog: Catalog
  session: Session
  /** Where a chosen way goes by them. */
  similar: Partners | undefined
  at: string
}

/** What would be drawn, and what writing for it takes. */
export async function previewDraw(
  context: AppContext,
  input: Input,
  call: Call,
): Promise<WritingPreviewAnswer> {
  const session = await opened(context, input)
  const { draw, dir } = input
  const similar = draw.ways.includes('similar')
    ? await similarPartners(context, { session, dir }, call)
    : undefined
  const catalog = await session.catalog()
  const known = await writtenRecords(session)
  const drawing = await drawn(input, { catalog, session, similar, at: '' }, known)
  const { records, short, wordless, tools, uncovered } = drawing
  const isAsked = input.writer === 'model'
  const calls = callsOf(isAsked ? records.length : 0, input.style.perBundle)
  const { chatModel } = await withWorkspaceModels(context, input.dir).settings.read()
  const took = isAsked ? expectedMs(known.values(), chatModel, calls) : undefined
  return {
    tools,
    uncovered,
    bundles: records.length,
    short,
    wordless,
    calls,
    shown: records.slice(0, MOST_SHOWN).map(({ bundle }) => ({
      tools: bundle.tools.map((id) => shownTool(catalog, id)),
      way: bundle.way,
    })),
    ...(took !== undefined && { expectedMs: took }),
  }
}

/**
 * Calls of a chat model that writing takes at most: one writes for each bundle, two judge each
 * query.
 */
const callsOf = (bundles: number, perBundle: number): WritingPreviewAnswer['calls'] => ({
  writing: bundles,
  judging: 2 * bundles * perBundle,
})

/**
 * How long calls of the model take, by the median of earlier ones, in ms; undefined where there
 * were none.
 */
function expectedMs(
  records: Iterable<WrittenQuery>,
  model: string | undefined,
  calls: { writing: number; judging: number },
): number | undefined {
  const writing: number[] = []
  const judging: number[] = []
  for (const { origin, judged } of records) {
    if (origin?.by === 'model' && origin.model === model && origin.tookMs !== undefined) {
      writing.push(origin.tookMs)
    }
    if (judged?.model === model && judged?.tookMs !== undefined) {
      judging.push(judged.tookMs / (judged.less ? 2 : 1))
    }
  }
  const one = median(writing)
  const other = median(judging) ?? median(writing)
  if (one === undefined || other === undefined) return undefined
  return Math.round(calls.writing * one + calls.judging * other)
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]

/** Draws bundles and keeps them, with their queries where a template writes these. */
export async function drawAndKeep(
  context: AppContext,
  input: Input,
  call: Call,
): Promise<WritingDrawAnswer> {
  const session = await opened(context, input)
  const { draw, dir } = input
  if (input.writer === 'model') await requireModel(context, dir)
  // A single tool is judged against its nearest neighbour.
  const isJudged = input.writer === 'model' && draw.sizes.some(({ size }) => size === 1)
  // Before the change: under its lock nothing is embedded.
  const similar =
    isJudged || draw.ways.includes('similar')
      ? await similarPartners(context, { session, dir }, call)
      : undefined
  const neighbours = isJudged ? similar : undefined
  const at = context.clock.timestamp()
  return session.change(async (catalog) => {
    const known = await writtenRecords(session)
    const { records, short, wordless } = await drawn(
      input,
      { catalog, session, similar, at },
      known,
    )
    refuseTooMany(heldBy(known.values()) + heldBy(records))
    const put = records.map((each) => withNeighbour(each, { neighbours, catalog }))
    return { writtenQueries: { put }, answer: { drawn: put.length, short, wordless } }
  })
}

/** What is drawn for a model that nobody chose would wait for nothing. */
async function requireModel(context: AppContext, dir: string): Promise<void> {
  const { chatModel } = await withWorkspaceModels(context, dir).settings.read()
  if (chatModel === undefined) throw noModel()
}

async function opened(context: AppContext, { dir, draw }: Input): Promise<Session> {
  if (totalOf(draw.sizes) > WRITING.mostBundles) {
    throw new Problem(
      'bad-input',
      `One run draws ${WRITING.mostBundles} bundles at most; these are ${totalOf(draw.sizes)}.`,
      'Draw fewer, and further ones in another run.',
    )
  }
  return context.sessions.of(dir)
}

async function drawn(
  { draw, writer, style }: Input,
  { catalog, session, similar, at }: Place,
  known: WrittenRecords,
): Promise<Drawing> {
  const tools = drawableTools(catalog, draw)
  const covered = await coverage(session, known)
  const random = randomNumbers(draw.seed)
  const { bundles, short } = sampleBundles(
    {
      sizes: draw.sizes,
      ways: draw.ways,
      isSpread: draw.spread !== 'none',
      ...(draw.uncoveredFirst && { covered }),
    },
    {
      tools,
      partners: await partnersFor(catalog, draw.ways, similar),
      known: bundlesBy(writer, known),
    },
    random,
  )
  const records = bundles.map((bundle, place): WrittenQuery => ({
    id: randomUUID(),
    state: 'drawn',
    style,
    at,
    place,
    bundle: { ...bundle, seed: draw.seed },
  }))
  const said = { short, tools: tools.length, uncovered: tools.filter(isWithout(covered)).length }
  if (writer === 'model') return { ...said, records, wordless: 0 }
  const written = records.flatMap((each) => {
    const entries = each.bundle.tools.map((id) => catalog.tool(id))
    const text = templateQuery(entries, writer, random)
    const origin = { by: 'template' as const, template: writer }
    return text === undefined ? [] : [{ ...each, state: 'waiting' as const, text, origin }]
  })
  return { ...said, records: written, wordless: records.length - written.length }
}

const isWithout =
  (covered: ReadonlyMap<ToolId, number>) =>
  ({ id }: { id: ToolId }): boolean =>
    !covered.has(id)

/** Bundles that this writer was given before: what another one wrote for them does not count. */
const bundlesBy = (writer: Input['writer'], records: WrittenRecords): Set<string> =>
  new Set(
    [...records.values()]
      .filter(({ origin }) => (origin?.by === 'template' ? origin.template : 'model') === writer)
      .map(({ bundle }) => bundleOf(bundle)),
  )

function withNeighbour(
  record: WrittenQuery,
  { neighbours, catalog }: { neighbours: Partners | undefined; catalog: Catalog },
): WrittenQuery {
  const [only, ...others] = record.bundle.tools
  if (!neighbours || only === undefined || others.length > 0) return record
  // Of tools that share nothing with any, whichever comes next.
  const at = catalog.tools.findIndex(({ tool }) => tool.id === only)
  const next = catalog.tools[(at + 1) % catalog.tools.length]?.tool.id
  const instead = neighbours(only).find((id) => catalog.has(id)) ?? next
  if (instead === undefined || instead === only) return record
  return { ...record, bundle: { ...record.bundle, instead } }
}

/** How many written queries there are, once something is written for each bundle that is drawn. */
const heldBy = (records: Iterable<WrittenQuery>): number =>
  [...records].reduce((sum, { state, style }) => sum + (state === 'drawn' ? style.perBundle : 1), 0)

function refuseTooMany(kept: number): void {
  if (kept <= WRITING.mostKept) return
  throw new Problem(
    'bad-input',
    `A workspace keeps ${WRITING.mostKept} written queries; there would be ${kept}.`,
    'Draw fewer, or remove those that are decided first.',
  )
}
