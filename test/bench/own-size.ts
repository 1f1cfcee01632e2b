import { join } from 'node:path'
import type { Run } from '../../src-main/domain/run'
import { benchApp } from './bench-app'
import { share, type Rows } from './measured-rows'
import { printFigure } from './print'

/** Rows that the rule was not fitted on, see `set-size/README.md`, but for few that another draw has in common. */
const MEASURED: Omit<Rows, 'asked'>[] = [
  { name: 'ToolE single', folder: 'toole', goldenSet: 'single', sample: { size: 300, seed: 31 } },
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi' },
  { name: 'Seal-Tools in domain', folder: 'seal-tools', goldenSet: 'test-in-domain' },
  { name: 'Seal-Tools out of domain', folder: 'seal-tools', goldenSet: 'test-out-domain' },
  { name: 'RecTools', folder: 'rectools', goldenSet: 'rectools' },
  { name: 'ToolLinkOS, main tool', folder: 'toollinkos', goldenSet: 'main' },
  { name: 'API-Bank', folder: 'apibank', goldenSet: 'queries' },
]
const MOST = { size: 300, seed: 31 }
const RECIPES = ['hybrid', 'toolshed']

/** Sets of their own size beside a fixed size that is the same on average, and what becomes of queries that no tool fits. */
export async function ownSize(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const { name, folder, goldenSet, sample = MOST } of MEASURED) {
    const dir = await app.imported(join(datasets, folder))
    const { runs } = await app.request('evaluation.run', {
      ...{ dir, goldenSet, sample, embedder: 'builtin', keep: false },
      recipes: RECIPES.map((recipe) => ({ recipe, options: { size: 'own' } })),
    })
    for (const run of runs) printRun(`${name}, ${run.recipe} (${run.queries})`, run)
  }
  await app.close()
}

function printRun(title: string, { measures, sameSize, nothingFits, latencyMs }: Run): void {
  const by = sameSize?.differences['TRACC']
  const ends = by?.ci95.map((end) => end.toFixed(3)).join(', ')
  const figures = ['Recall', 'Precision', 'TRACC'].map(
    (name) =>
      `${share(sameSize?.measures[name]?.mean ?? NaN)} → ${share(measures[name]?.mean ?? NaN)}`,
  )
  printFigure(
    `${title}: Recall, Precision, TRACC, fixed → own`,
    `${figures.join(' · ')}, TRACC ${by?.mean.toFixed(3)} [${ends}]`,
    'not below 0',
  )
  printFigure(
    '  tools, tokens, median latency',
    `${measures['Tools']?.mean.toFixed(2)}, ${measures['PromptTokens']?.mean.toFixed(0)}, ${latencyMs.p50.toFixed(1)} ms`,
  )
  if (!nothingFits) return
  const { fitting, leftOut } = nothingFits
  printFigure(
    '  misses · false activations with right tools left out',
    `${share(fitting.wrong / fitting.queries)} · ${share(leftOut.wrong / leftOut.queries)}`,
    'misses about .05',
  )
}
