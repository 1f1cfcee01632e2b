import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { unseenBeside } from '../../src-main/authoring/gate/unseen-queries'
import { meanOf } from '../../src-main/evaluation/statistics/statistics'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import { benchApp, type BenchApp } from './bench-app'
import { madeProposals } from './gate-proposals'
import { DRAWS, GATE_SETS, openSet, shareOut, type GateSet, type OpenSet } from './gate-sets'
import { estimatedBy, K, measure, points } from './measured-rows'
import { printFigure } from './print'

/**
 * Of the golden queries, those that neither proposals nor the gate see: a third, and at most so
 * many.
 */
const HELD = { share: 1 / 3, most: 1500 }

/**
 * What accepting proposals at once does to golden queries that neither they nor the gate saw: those
 * of a draw that the gate says help, and all of the draw, the harmful ones included. Each against
 * accepting none.
 */
export async function gateAccepted(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const set of GATE_SETS) await judge(app, set)
  await app.close()
}

async function judge(app: BenchApp, set: GateSet): Promise<void> {
  const open = await openSet(app, set)
  const tried = { helping: tally(), all: tally() }
  for (const seed of DRAWS) {
    const { held, others } = apart(open.queries, seed)
    const made = madeProposals(await shareOut(app, { ...open, queries: others }, seed), seed)
    await open.store.commit({ textProposals: { put: made.map(({ proposal }) => proposal) } })
    const ids = made.map(({ proposal }) => proposal.id)
    const helping: string[] = []
    for (const id of ids) {
      const { verdict } = await app.request('review.measure', { dir: open.dir, id })
      if (verdict === 'helps') helping.push(id)
    }
    // Only now, as the gate would ask these queries as well.
    await open.store.commit({ goldenSets: { put: [{ name: 'held', queries: held }] } })
    const none = await recallOf(app, open)
    add(tried.helping, helping.length, changes(none, await recallAccepting(app, open, helping)))
    add(tried.all, ids.length, changes(none, await recallAccepting(app, open, ids)))
    await open.store.commit({ goldenSets: { remove: ['held'] } })
  }
  await open.store.close()
  await print(`${set.name}: accepting what is said to help`, tried.helping, 'not below 0')
  await print(`${set.name}: accepting all`, tried.all)
}

/** Golden queries in two: those held out say nothing that one of the others says nearly so. */
function apart(queries: readonly GoldenQuery[], seed: number) {
  const size = Math.min(HELD.most, Math.floor(HELD.share * queries.length))
  const drawn = new Set(sampleOf(queries, size, seed))
  const others = queries.filter((query) => !drawn.has(query))
  return { others, held: [...drawn].filter(unseenBeside(others.map(({ text }) => text))) }
}

type ByQuery = ReadonlyMap<string, number>

async function recallOf(app: BenchApp, { dir }: OpenSet): Promise<ByQuery> {
  const rows = { name: '', folder: '', goldenSet: 'held', asked: '' }
  const [hybrid] = await measure(app, rows, { recipes: [{ recipe: 'hybrid' }], dir })
  return hybrid?.recall ?? new Map()
}

/** The recall with some proposals accepted, which are taken back afterwards. */
async function recallAccepting(app: BenchApp, open: OpenSet, ids: string[]): Promise<ByQuery> {
  const { dir } = open
  if (ids.length === 0) return recallOf(app, open)
  const chosen = { ids }
  const { change } = await app.request('review.decide', { dir, chosen, verdict: 'accepted' })
  const recall = await recallOf(app, open)
  await app.request('changes.undo', { dir, change })
  return recall
}

const changes = (before: ByQuery, after: ByQuery): ByQuery =>
  new Map([...after].map(([id, value]) => [id, value - (before.get(id) ?? 0)]))

/** What all draws together did to each query, held out by one or more of them. */
interface Tally {
  accepted: number
  byQuery: Map<string, number[]>
}

const tally = (): Tally => ({ accepted: 0, byQuery: new Map() })

function add(to: Tally, accepted: number, changed: ByQuery): void {
  to.accepted += accepted
  for (const [id, value] of changed) to.byQuery.set(id, [...(to.byQuery.get(id) ?? []), value])
}

async function print(what: string, { accepted, byQuery }: Tally, asked?: string): Promise<void> {
  const means = new Map([...byQuery].map(([id, values]) => [id, meanOf(values)]))
  const { mean, ci95 } = await estimatedBy(means)
  printFigure(
    `${what}, ${accepted}: Recall@${K} of ${means.size} queries, in points`,
    `${points(mean)} [${points(ci95[0])}, ${points(ci95[1])}]`,
    asked,
  )
}
