import { benchApp } from './bench-app'
import {
  estimatedBy,
  measure,
  MEASURED,
  points,
  share,
  type Measurement,
  type Rows,
} from './measured-rows'
import { printFigure } from './print'
import { plannedCost, rightPlans } from './toolshed-planned'

/** What `toolshed` by rules is to reach, by the name of the rows. */
const ASKED: Readonly<Record<string, string>> = {
  'ToolE single, held out': 'Recall@5 not more than .5 below hybrid',
  'ToolE multi, held out': 'Recall@5 at least .69',
  'Seal-Tools in domain': 'Recall@5 at least .94, All@5 .84, Hit@1 not more than 1 below hybrid',
  'Seal-Tools out of domain':
    'Recall@5 at least .94, All@5 .84, Hit@1 not more than 1 below hybrid',
  'RecTools, held out': 'Recall@5 at least .70',
}

/**
 * `toolshed` planned by rules against `hybrid`, both with their defaults and the built-in embedder,
 * in one run.
 */
export async function toolshed(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const rows of MEASURED) {
    const recipes = [{ recipe: 'hybrid' }, { recipe: 'toolshed' }]
    const [hybrid, planned] = await measure(app, rows, { recipes })
    if (hybrid && planned) await printCompared(rows, hybrid, planned)
  }
  await app.close()
  await plannedCost(datasets)
  await rightPlans(datasets)
}

const MEASURES: Readonly<Record<string, (of: Measurement) => ReadonlyMap<string, number>>> = {
  'Recall@5': ({ recall }) => recall,
  'All@5': ({ recall }) => new Map([...recall].map(([id, value]) => [id, value === 1 ? 1 : 0])),
  'Hit@1': ({ first }) => first,
}

async function printCompared(rows: Rows, one: Measurement, other: Measurement): Promise<void> {
  printFigure(`${rows.name} (${one.recall.size}), hybrid → toolshed by rules`, '', ASKED[rows.name])
  for (const [name, valuesOf] of Object.entries(MEASURES)) {
    const from = await estimatedBy(valuesOf(one))
    const to = await estimatedBy(valuesOf(other))
    const { mean, ci95 } = await estimatedBy(valuesOf(other), valuesOf(one))
    const [low, high] = ci95
    printFigure(
      `  ${name}, and the difference in points, query by query`,
      `${share(from.mean)} → ${share(to.mean)}, ${points(mean)} [${points(low)}, ${points(high)}]`,
    )
  }
}
