import { join } from 'node:path'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { benchApp } from './bench-app'
import { printFigure, seconds } from './print'

interface Case {
  folder: string
  goldenSet: string
  recipe: string
  options?: JsonObject
  asked: Record<string, string>
}

const PLAIN = { components: ['description'], analyser: [], documentForm: 'joined' }

const CASES: Case[] = [
  {
    folder: 'toole',
    goldenSet: 'single',
    recipe: 'bm25',
    options: PLAIN,
    asked: { 'Recall@5': '.43–.47' },
  },
  {
    folder: 'toole',
    goldenSet: 'single',
    recipe: 'bm25',
    asked: { 'Recall@1': '.41', 'Recall@5': '.60' },
  },
  { folder: 'toole', goldenSet: 'multi', recipe: 'bm25', asked: { 'Recall@5': '.54' } },
  {
    folder: 'seal-tools',
    goldenSet: 'test-in-domain',
    recipe: 'bm25',
    asked: { 'Recall@5': '.88' },
  },
  {
    folder: 'seal-tools',
    goldenSet: 'test-out-domain',
    recipe: 'bm25',
    asked: { 'Recall@5': '.83' },
  },
  { folder: 'rectools', goldenSet: 'rectools', recipe: 'bm25', asked: { 'Recall@5': '.63' } },
  { folder: 'toollinkos', goldenSet: 'main', recipe: 'bm25', asked: { 'Hit@3': '.85' } },
]

/** BM25 on all queries of each golden set; options other than the defaults are printed. */
export async function accuracy(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const { folder, goldenSet, recipe, options, asked } of CASES) {
    const dir = await app.imported(join(datasets, folder))
    const started = performance.now()
    const {
      runs: [run],
    } = await app.request('evaluation.run', {
      dir,
      goldenSet,
      recipes: [{ recipe, options }],
      k: [1, 3, 5, 10],
    })
    const elapsed = performance.now() - started
    if (!run) continue
    const what = `${folder} ${goldenSet} (${run.queries}), ${recipe}${options ? ', plain, description only' : ''}`
    for (const [measure, least] of Object.entries(asked)) {
      const estimate = run.measures[measure]
      if (!estimate) continue
      const { mean, ci95 } = estimate
      const figure = `${mean.toFixed(3)} [${ci95[0].toFixed(3)}, ${ci95[1].toFixed(3)}]`
      printFigure(`${what}: ${measure}`, figure, least)
    }
    if (goldenSet === 'single' && recipe === 'bm25' && !options) {
      printFigure(
        '  the whole evaluation, storing the run included',
        seconds(elapsed),
        'under 10 s',
      )
    }
  }
  await app.close()
}
