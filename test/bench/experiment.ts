import { join } from 'node:path'
import { benchApp } from './bench-app'
import { milliseconds, printFigure, seconds } from './print'

/** What an experiment on all of ToolE single takes, and what is done with its runs afterwards. */
export async function experiment(datasets: string): Promise<void> {
  const app = await benchApp(datasets, true)
  const dir = await app.imported(join(datasets, 'toole'))
  const timed = async <Result>(work: Promise<Result>): Promise<[Result, number]> => {
    const started = performance.now()
    return [await work, performance.now() - started]
  }
  const begun = performance.now()
  const recipes = ['bm25', 'dense', 'hybrid'].map((recipe) => ({ recipe }))
  const { runs: measured } = await app.request('evaluation.run', {
    dir,
    goldenSet: 'single',
    recipes,
  })
  for (const { recipe, elapsedMs } of measured) {
    printFigure(`all of ToolE single, ${recipe}`, seconds(elapsedMs))
  }
  const [baseline = '', ...runs] = measured.map(({ id }) => id)
  const [run = ''] = runs
  const compare = { dir, baseline, runs }
  const [compared, elapsed] = await timed(app.request('evaluation.compare', compare))
  const measures = Object.keys(compared[0]?.measures ?? {}).length
  printFigure(`two of them compared with the first, ${measures} measures`, seconds(elapsed))
  printFigure(
    'all of that: runs, intervals, paired tests',
    seconds(performance.now() - begun),
    'under 30 s',
  )
  const page = { dir, run, k: 5 }
  const [, first] = await timed(app.request('evaluation.outcomes', page))
  const [, second] = await timed(app.request('evaluation.outcomes', { ...page, offset: 200 }))
  printFigure(
    'a page of its 20,614 queries: first · next',
    `${milliseconds(first)} · ${milliseconds(second)}`,
  )
  await app.close()
}
