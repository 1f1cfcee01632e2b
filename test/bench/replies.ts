import { join } from 'node:path'
import { queryOf } from '../../src-main/domain/query/query'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { sweep } from '../../src-main/pipeline/runner'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { runCall } from '../fakes/run-call'
import { scriptedAnswers } from '../fakes/scripted-answers'
import { benchApp } from './bench-app'
import { percentile, printFigure } from './print'

const QUERIES = 200

/** How much a query's reply weighs, and what a sweep over k costs where a model plans. */
export async function replies(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  const [set] = await app.request('golden.list', { dir })
  const { queries } = await app.request('golden.queries', {
    dir,
    set: set?.name ?? '',
    limit: QUERIES,
  })
  for (const withTrace of [true, false]) {
    const bytes: number[] = []
    for (const { text } of queries) {
      const question = { dir, text, recipe: 'hybrid', k: 5, embedder: 'builtin', withTrace }
      bytes.push(Buffer.byteLength(JSON.stringify(await app.request('query.run', question))))
    }
    printFigure(
      `reply to a query, hybrid, Seal-Tools, k = 5, ${withTrace ? 'with' : 'without'} the trace: median`,
      `${(percentile(bytes, 0.5) / 1000).toFixed(1)} kB (max ${(Math.max(...bytes) / 1000).toFixed(1)})`,
      withTrace ? 'at most 60 kB' : 'at most 6 kB',
    )
  }
  await app.close()
  printFigure(
    'a sweep over k = 1…20 of a recipe with a planner, scripted model',
    `${await plansInSweep()} plan`,
    '1',
  )
}

/** How often the model is asked for a plan. */
async function plansInSweep(): Promise<number> {
  const { ask, asked } = scriptedAnswers({
    'plan-in-one': () => ({
      rewritten: 'mail the report, read it',
      steps: ['mail', 'read'].map((action) => ({ action, difficulty: 'easy', variations: [] })),
    }),
  })
  const pipeline = toolshed.build(
    kitOf({ tools: [], embedder: conceptEmbedder([['mail']]) }),
    toolshed.options.parse({ planner: 'model' }),
  )
  const ks = Array.from({ length: 20 }, (_, at) => at + 1)
  await sweep(pipeline, queryOf('mail the report'), { ...runCall({ ask }), ks })
  return asked.length
}
