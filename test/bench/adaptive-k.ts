import { join } from 'node:path'
import type { Run } from '../../src-main/domain/run/run'
import { benchApp, type BenchApp } from './bench-app'
import { foreignTo, givenSome, label, requestsByFamily, type Family } from './foreign-requests'
import { share, type Rows } from './measured-rows'
import { printFigure } from './print'

/** A set, and with which others its requests have to do. */
type Measured = Omit<Rows, 'asked' | 'without'> & { family: Family }

/**
 * Rows that the rule was not fitted on, see `set-size/README.md`, but for few that another draw has
 * in common.
 */
const MEASURED: Measured[] = [
  { name: 'ToolE single', folder: 'toole', goldenSet: 'single', family: 'ToolE' },
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi', family: 'ToolE' },
  {
    name: 'Seal-Tools in domain',
    folder: 'seal-tools',
    goldenSet: 'test-in-domain',
    family: 'Seal-Tools',
  },
  {
    name: 'Seal-Tools out of domain',
    folder: 'seal-tools',
    goldenSet: 'test-out-domain',
    family: 'Seal-Tools',
  },
  { name: 'RecTools', folder: 'rectools', goldenSet: 'rectools', family: 'ToolE' },
  { name: 'ToolLinkOS, main tool', folder: 'toollinkos', goldenSet: 'main', family: 'ToolLinkOS' },
  { name: 'API-Bank', folder: 'apibank', goldenSet: 'queries', family: 'API-Bank' },
  { name: 'Demo', folder: '', goldenSet: 'demo', family: 'demo' },
]
const MOST = { size: 300, seed: 31 }
const RECIPES = ['hybrid', 'toolshed']
/** Whether any tool fits is told alike in both. */
const ASKED = 'hybrid'

/**
 * adaptive sets beside a fixed size that is the same on average, and what becomes of queries that
 * no tool fits.
 */
export async function adaptiveK(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const requests = await requestsByFamily(app)
  for (const { name, folder, goldenSet, family, sample = MOST } of MEASURED) {
    const dir = await workspaceOf(app, folder)
    const foreign = foreignTo(family, requests)
    for (const labelled of [[], foreign.labelled]) {
      if (labelled.length > 0) await label(app, dir, labelled)
      const { runs } = await app.request('evaluation.run', {
        dir,
        goldenSet,
        sample,
        embedder: 'builtin',
        keep: false,
        recipes: recipesFor(labelled).map((recipe) => ({ recipe, options: { size: 'adaptive' } })),
      })
      for (const run of runs) {
        const { recipe, queries } = run
        if (labelled.length === 0) printRun(`${name}, ${recipe} (${queries})`, run)
        if (recipe !== ASKED) continue
        const alike = await givenSome(app, { dir, recipe }, foreign.alike)
        const others = await givenSome(app, { dir, recipe }, foreign.others)
        printUnfitting(`  with ${labelled.length} labelled`, run, { alike, others })
      }
    }
    // Sets of one folder share a workspace.
    await app.request('golden.delete', { dir, set: 'foreign' })
  }
  await app.close()
}

const recipesFor = (labelled: readonly string[]): string[] =>
  labelled.length === 0 ? RECIPES : [ASKED]

/**
 * That of a folder; without one, the demo's, without its golden set of queries that no tool fits.
 */
async function workspaceOf(app: BenchApp, folder: string): Promise<string> {
  if (folder !== '') return app.imported(join(app.datasets, folder))
  const { dir } = await app.request('workspace.createDemo', {})
  await app.request('golden.delete', { dir, set: 'nothing fits' })
  return dir
}

function printRun(title: string, { measures, sameSize, latencyMs }: Run): void {
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
}

function printUnfitting(
  title: string,
  { nothingFits }: Run,
  { alike, others }: { alike: number; others: number },
): void {
  if (!nothingFits) return
  const { fitting, leftOut } = nothingFits
  printFigure(
    `${title}: misses · given some with right tools left out · foreign as labelled · other foreign`,
    `${share(fitting.wrong / fitting.queries)} · ${share(leftOut.wrong / leftOut.queries)} · ${share(alike)} · ${share(others)}`,
    'misses about .05',
  )
}
