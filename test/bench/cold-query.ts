import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { benchApp } from './bench-app'
import { percentile, printFigure, seconds } from './print'

const RUNS = 7

/**
 * `pegboard query` as a whole process on indexed Seal-Tools, the product built, files in the
 * system's cache.
 */
export async function coldQuery(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  await app.request('knowledge.index', { dir, embedder: 'builtin' })
  const query = ['query', 'book a table for two', '--workspace', dir]
  for (const recipe of ['bm25', 'hybrid']) {
    const args = [...query, '--recipe', recipe, '--embedder', 'builtin']
    const samples: number[] = []
    for (let run = 0; run < RUNS; run++) samples.push(await wallTime(args))
    const figure = `${seconds(percentile(samples, 0.5))} (max ${seconds(Math.max(...samples))})`
    printFigure(`npm run -s pegboard -- query, ${recipe}, median of ${RUNS}`, figure, 'under 1.5 s')
  }
  await app.close()
}

/** How long `pegboard` takes with these arguments, as a whole process, in ms. */
export function wallTime(args: string[]): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', 'pegboard', '--', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(performance.now() - started)
        : reject(new Error(`pegboard query ended with ${code}`)),
    )
  })
}
