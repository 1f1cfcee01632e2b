import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../app/actions'
import { saveFile } from '../../../compose'
import { Dir } from '../../../contract/workspace'
import type { Price } from '../../../domain/measure/price'
import { Problem } from '../../../domain/problem'
import { sameOptions } from '../../../domain/recipe/option'
import { csvText } from '../../../domain/value/csv'
import { command, type Given } from '../command'
import { EMBEDDERS, SEEDS, SIZES, whole } from '../flags'
import { GOLDEN, MEASURED_FLAGS, SAMPLE } from '../plan-choice'
import { priceOf } from '../price-choice'
import { chosenRecipes } from '../recipe-choice'
import type { CommandSession } from '../session'
import { measureSweep, type Variant } from '../sweep-runs'
import { sweepLines, sweepRows, type Swept } from '../sweep-text'
import { failedAsJson, failureLines } from '../unsaved-runs'

const saving = actions['experiments.save'].input.shape

const SWEEP_FLAGS = {
  dir: Dir,
  golden: GOLDEN,
  ...MEASURED_FLAGS,
  vary: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('one of several values of an option; repeated, each value is measured'),
  sizes: SIZES.default(['all']),
  seeds: SEEDS,
  sample: SAMPLE,
  seed: whole(0).default(1).describe('the seed of the sample'),
  embedder: EMBEDDERS,
  measure: z
    .string()
    .default('Recall')
    .meta({ title: 'name', description: 'the measure of the table' }),
  anew: z.boolean().optional().describe('measure everything again'),
  keep: z.boolean().default(true).describe('do not store the runs in the workspace'),
  save: z
    .string()
    .optional()
    .meta({ title: 'name', description: 'keep it as an experiment under this name' }),
  note: saving.note.describe('what the experiment is for'),
  csv: z.string().optional().meta({
    title: 'file',
    description: 'where to write every measure of every run as CSV',
  }),
  model: z.string().optional().meta({
    title: 'name',
    description: 'with --csv: whose price is told; default: the first of `pegboard prices`',
  }),
}

export const sweep = command({
  summary:
    'measure recipes × options × catalog sizes × k × seeds; what is measured already is taken as it is',
  input: SWEEP_FLAGS,
  asksModels: true,
  run: measureAll,
  json: ({ swept }) => asJson(swept),
  print: ({ swept, measures }, { measure }) => sweepLines(swept, { measure, measures }),
  async after({ swept, price }, { csv }, session) {
    if (csv === undefined) return []
    const file = session.path(csv)
    await saveFile(file, Buffer.from(csvText(sweepRows(swept, price))))
    return `Every measure of every run: ${file}`
  },
  failure: ({ swept }) => notAllMeasured(swept),
})

interface Measured {
  swept: Swept
  measures: ActionAnswer<'evaluation.measures'>
  /** Where it is written as CSV. */
  price: Price | undefined
}

async function measureAll(
  session: CommandSession,
  flags: Given<typeof SWEEP_FLAGS>,
): Promise<Measured> {
  const { dir, measure, csv, model, golden, vary = {} } = flags
  const measures = await session.request('evaluation.measures', {})
  if (!measures.some(({ name }) => name === measure)) {
    const names = measures.map(({ name }) => name).join(', ')
    const message = `There is no measure “${measure}”.`
    throw new Problem('bad-input', message, `Choose one of: ${names}.`)
  }
  const price = csv === undefined ? undefined : await priceOf(session, model)
  const { variants, nameOf } = await variantsOf(session, flags)
  const result = await measureSweep(session, { dir, variants }, flags)
  const swept = { ...result, goldenSet: golden, varied: Object.keys(vary), nameOf }
  return { swept, measures, price }
}

/** Every recipe with every choice of what varies; one that has none of these options once. */
async function variantsOf(
  session: CommandSession,
  { dir, recipe, option = {}, vary = {}, embedder }: Given<typeof SWEEP_FLAGS>,
): Promise<{ variants: Variant[]; nameOf: Swept['nameOf'] }> {
  const variants: Variant[] = []
  let nameOf: Swept['nameOf'] = (used) => used.recipe
  for (const choice of choicesOf(vary)) {
    const options = { ...option, ...choice }
    const found = await chosenRecipes(session, { dir, names: recipe, options })
    nameOf = earliest(nameOf, found.nameOf)
    for (const { recipe: id, options: own } of found.chosen) {
      const isKnown = variants.some((one) => one.recipe === id && sameOptions(one.options, own, {}))
      if (isKnown) continue
      for (const name of embedder ?? [undefined]) {
        variants.push({ recipe: id, options: own, embedder: name })
      }
    }
  }
  return { variants, nameOf }
}

/** The name that either has for it, where it is not only its id. */
const earliest =
  (one: Swept['nameOf'], other: Swept['nameOf']): Swept['nameOf'] =>
  (used) => {
    const name = one(used)
    return name === used.recipe ? other(used) : name
  }

/** All ways to choose one value for each key; one that chooses nothing where there are none. */
const choicesOf = (vary: Record<string, string[]>): Record<string, string>[] =>
  Object.entries(vary).reduce<Record<string, string>[]>(
    (before, [key, values]) =>
      before.flatMap((choice) => values.map((value) => ({ ...choice, [key]: value }))),
    [{}],
  )

const asJson = ({ goldenSet, runs, reused, failed, shared, nameOf }: Swept) => ({
  golden: goldenSet,
  queries: runs[0]?.queries ?? 0,
  ...(runs[0] && { tools: runs[0].catalog.tools }),
  ...(runs[0]?.sample && { sample: runs[0].sample }),
  runs: runs.map((run) => ({
    ...{ id: run.id, name: nameOf(run), recipe: run.recipe, options: run.options, k: run.k },
    ...(run.catalogSize && { catalogSize: run.catalogSize }),
    ...(run.embedder && { embedder: run.embedder }),
    ...{ measures: run.measures, curve: run.curve, latencyMs: run.latencyMs },
    ...{ degraded: run.degraded, tokenizer: run.tokenizer },
    ...(run.remarks && { remarks: run.remarks }),
    provenance: run.provenance,
  })),
  ...(reused.length > 0 && { reused }),
  ...(shared && { shared }),
  ...(failed.length > 0 && { failed: failedAsJson(failed) }),
})

/** The problem where something could not be measured. */
function notAllMeasured({ runs, failed, nameOf }: Swept): Problem | undefined {
  if (failed.length === 0) return undefined
  const why = failureLines(
    { runs, failed },
    {
      of: 'runs',
      nameOf: (cell) =>
        `${nameOf(cell)}${cell.catalogSize ? `, ${cell.catalogSize.tools} tools` : ''}`,
    },
  )
  return new Problem(
    'unavailable',
    why.join('\n'),
    'The same command measures only what is missing.',
  )
}
