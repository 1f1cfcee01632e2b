import { z } from 'zod'
import { validationErrorText } from '../../app/requests/validation-error'
import { embedderCalled } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import { SplitBy } from '../../domain/query/split'
import { JsonValue } from '../../domain/tool/tool'
import { typedValue } from './arguments'
import type { Given } from './command'
import { CUTOFFS, EMBEDDERS, FIRST_CUTOFFS, SEEDS, SIZES, text, whole } from './flags'
import { jsonArgument } from './json-argument'
import { MEASURED_FLAGS, QUERY_FLAGS } from './plan-choice'
import type { CommandSession } from './session'

const byOption = <Value>(value: z.ZodType<Value>) => z.record(z.string(), value)

/** The value of an option, which JSON may have as what it is. */
const Value = JsonValue.transform(typedValue)
const nonEmpty = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).min(1)

/** What a sweep measures, as a file of options says it. */
const SweepFile = z
  .strictObject({
    golden: z.string(),
    recipe: nonEmpty(z.string()),
    option: byOption(Value),
    vary: byOption(nonEmpty(Value)),
    k: nonEmpty(whole(1)),
    sizes: nonEmpty(z.union([whole(1), z.literal('all')])),
    seeds: nonEmpty(whole(0)),
    sample: whole(1),
    split: SplitBy,
    seed: whole(0),
    embedder: nonEmpty(z.string().transform(embedderCalled)),
    measure: z.string(),
  })
  .partial()
type SweepFile = z.infer<typeof SweepFile>

/** What is measured where neither a flag nor a file says it. */
const DEFAULTS: Required<Pick<SweepFile, 'k' | 'sizes' | 'seeds' | 'seed' | 'measure'>> = {
  k: FIRST_CUTOFFS,
  sizes: ['all'],
  seeds: [1],
  seed: 1,
  measure: 'Recall',
}

/** The same as flags; what is left out, a file may say. */
export const SWEEP_FLAGS = {
  from: text(
    'file',
    'a file of options, as --write-options writes it: what it says need not be said by flags, which go first',
  ),
  ...QUERY_FLAGS,
  golden: QUERY_FLAGS.golden.optional(),
  ...MEASURED_FLAGS,
  k: CUTOFFS.optional().describe('cut-offs; default: 1,5,10'),
  vary: byOption(z.array(z.string()))
    .optional()
    .describe('one of several values of an option; repeated, each value is measured'),
  sizes: SIZES.optional(),
  seeds: SEEDS.optional().describe('seeds that catalogs are drawn by; default: 1'),
  seed: whole(0).optional().describe('the seed of the sample and of the split; default: 1'),
  embedder: EMBEDDERS,
  measure: text('name', 'the measure of the table; default: Recall'),
}

/** All that a sweep measures. */
export type SweepOptions = SweepFile & typeof DEFAULTS & Required<Pick<SweepFile, 'golden'>>

/**
 * What flags say, and where they say nothing, a file of options: an option that a flag sets is not
 * varied by the file.
 * @throws Problem `bad-input` where the file does not fit, and where no golden set is named.
 */
export async function sweepOptions(
  session: CommandSession,
  { from, ...flags }: Given<typeof SWEEP_FLAGS>,
): Promise<SweepOptions> {
  const file = from === undefined ? {} : await fileOfOptions(session, from)
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const { option: fixed = {} } = flags
  const varied = Object.entries(file.vary ?? {}).filter(([name]) => !Object.hasOwn(fixed, name))
  const options: SweepFile & typeof DEFAULTS = {
    ...DEFAULTS,
    ...file,
    ...given,
    option: { ...file.option, ...fixed },
    vary: { ...Object.fromEntries(varied), ...flags.vary },
  }
  const { golden } = options
  if (golden !== undefined) return { ...options, golden }
  throw new Problem('bad-input', 'No golden set is named.', 'Name one: --golden NAME.')
}

async function fileOfOptions(session: CommandSession, from: string): Promise<SweepFile> {
  const given = await jsonArgument(session, from, 'the options of a sweep')
  const { success, data, error } = SweepFile.safeParse(given)
  if (success) return data
  throw new Problem(
    'bad-input',
    `${from} does not fit: ${validationErrorText(error, given)}.`,
    `A file of options has: ${Object.keys(SweepFile.shape).join(', ')}.`,
  )
}

/** Options as a file says them. */
export const fileText = (options: SweepOptions): string => {
  const said = Object.keys(SweepFile.shape).map((name) => [name, options[name as keyof SweepFile]])
  return `${JSON.stringify(Object.fromEntries(said), undefined, 2)}\n`
}
