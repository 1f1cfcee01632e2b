import type { ActionAnswer } from '../../src-main/features/actions'
import { benchApp, type BenchApp } from './bench-app'
import { DRAWS, GATE_SETS, openSet, shareOut, type GateSet } from './gate-sets'
import { madeProposals } from './gate-proposals'
import { milliseconds, percentile, printFigure } from './print'

/**
 * Fifty proposals a draw, ten of them made of a neighbour's words, each measured by the gate with
 * golden queries that neither is made of. Catalogs with fewer than fifty tools that are asked for
 * give fewer.
 */
export async function gate(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const set of GATE_SETS) await judge(app, set)
  await app.close()
}

async function judge(app: BenchApp, set: GateSet): Promise<void> {
  const open = await openSet(app, set)
  const elapsed: number[] = []
  const draws: Draw[] = []
  for (const seed of DRAWS) {
    const made = madeProposals(await shareOut(app, open, seed), seed)
    await open.store.commit({ textProposals: { put: made.map(({ proposal }) => proposal) } })
    const draw: Draw = { caught: 0, harmful: 0, alarms: 0, others: 0, praised: 0, helped: 0 }
    for (const { proposal, isHarmful } of made) {
      const started = performance.now()
      const measured = await app.request('review.measure', { dir: open.dir, id: proposal.id })
      elapsed.push(performance.now() - started)
      count(draw, measured.verdict, isHarmful)
    }
    draws.push(draw)
  }
  await open.store.close()
  const caught = sumOf(draws, 'caught')
  const harmful = sumOf(draws, 'harmful')
  const alarms = sumOf(draws, 'alarms')
  const others = sumOf(draws, 'others')
  const fewest = Math.min(...draws.map((draw) => draw.caught))
  const most = Math.max(...draws.map((draw) => draw.alarms))
  const what = set.name
  printFigure(
    `${what}: harmful ones flagged`,
    `${caught} of ${harmful}`,
    `all; fewest of 10: ${fewest}`,
  )
  printFigure(
    `${what}: others flagged`,
    `${alarms} of ${others}`,
    `2 of 40; most of a draw: ${most}`,
  )
  printFigure(`${what}: harmful ones said to help`, `${sumOf(draws, 'praised')} of ${harmful}`)
  printFigure(`${what}: others said to help`, `${sumOf(draws, 'helped')} of ${others}`)
  printFigure(`${what}: to measure one, p50`, milliseconds(percentile(elapsed, 0.5)))
}

interface Draw {
  caught: number
  harmful: number
  alarms: number
  others: number
  /** Harmful ones, and others, that are said to help. */
  praised: number
  helped: number
}

function count(
  draw: Draw,
  verdict: ActionAnswer<'review.measure'>['verdict'],
  isHarmful: boolean,
): void {
  draw[isHarmful ? 'harmful' : 'others']++
  if (verdict === 'harms') draw[isHarmful ? 'caught' : 'alarms']++
  if (verdict === 'helps') draw[isHarmful ? 'praised' : 'helped']++
}

const sumOf = (draws: readonly Draw[], key: keyof Draw): number =>
  draws.reduce((sum, draw) => sum + draw[key], 0)
