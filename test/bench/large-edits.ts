import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchApp } from './bench-app'
import { milliseconds, percentile, printFigure } from './print'

const RECIPES = ['bm25', 'dense', 'hybrid']
/** Edits of one tool each, and imports of some. */
const EDITS = 5
const IMPORTS = 3
const IMPORTED = 100

/**
 * What the first query after an edit takes: of one tool’s retrieval description, and of an import
 * of a hundred new tools.
 */
export async function printEdits(
  app: BenchApp,
  dir: string,
  { queries, tools }: { queries: readonly string[]; tools: object[] },
): Promise<void> {
  let asked = 0
  const ask = (recipe: string) =>
    measured(() => {
      const text = queries[asked++ % queries.length] ?? ''
      return app.request('query.run', {
        dir,
        text,
        recipe,
        embedder: 'builtin',
        withEverything: false,
      })
    })
  for (const recipe of RECIPES) {
    await ask(recipe)
    await ask(recipe)
    const { rows } = await app.request('catalog.list', { dir, limit: EDITS })
    const saves: Took[] = []
    const afterText: Took[] = []
    for (const { id } of rows) {
      const layer = { description: `Finds what edit ${asked} of ${recipe} asks for.` }
      saves.push(await measured(() => app.request('catalog.saveLayer', { dir, id, layer })))
      afterText.push(await ask(recipe))
    }
    printTook(`  ${recipe}: a text saved`, saves)
    printTook(`  ${recipe}: query after it`, afterText, 'p50 under 100 ms')
    const afterImport: Took[] = []
    for (let round = 0; round < IMPORTS; round++) {
      const path = join(app.folder, `more-${recipe}-${round}.json`)
      await writeFile(path, JSON.stringify(tools.splice(0, IMPORTED)))
      await app.request('import.commit', { dir, path })
      afterImport.push(await ask(recipe))
    }
    printTook(`  ${recipe}: query after ${IMPORTED} imported`, afterImport, 'p50 under 500 ms')
  }
}

interface Took {
  ms: number
  cpuMs: number
}

async function measured(work: () => Promise<unknown>): Promise<Took> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1_000 }
}

function printTook(what: string, took: readonly Took[], asked?: string): void {
  const each = (of: (one: Took) => number, share: number) =>
    milliseconds(percentile(took.map(of), share))
  const elapsed = `${each(({ ms }) => ms, 0.5)}, at most ${each(({ ms }) => ms, 1)}`
  printFigure(what, `${elapsed}; of the processor ${each(({ cpuMs }) => cpuMs, 0.5)}`, asked)
}
