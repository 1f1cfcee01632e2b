import type { ParsedInput } from '../../../contract/routes'
import type { Advice, AdvicePoint } from '../../../domain/advice'
import { catalogSizeText } from '../../../domain/catalog-size'
import { Problem } from '../../../domain/problem'
import type { Run } from '../../../domain/run'
import { advise, pairedDifference } from '../../../evaluation/advice/advise'
import {
  operatingPoints,
  recallColumns,
  type OperatingPoint,
} from '../../../evaluation/advice/operating-points'
import { pairedWith, type MeasuredRun } from '../../../evaluation/compare'
import { turns } from '../../../evaluation/turns'
import type { Clock } from '../../../ports/clock'
import type { SettingsStore } from '../../../ports/settings-store'
import type { Call } from '../../app'
import type { MeasuredRuns, OpenRun } from '../measured-runs'

interface Advising {
  measured: MeasuredRuns
  clock: Clock
  settings: SettingsStore
}

/** Where to work among some runs. @throws Problem `bad-input` where they were not measured on the same queries. */
export async function adviseOnRuns(
  { measured, clock, settings }: Advising,
  { dir, runs: ids, target, k }: ParsedInput<'evaluation.advise'>,
  { signal, emit }: Call,
): Promise<Advice> {
  const pause = turns(clock, signal)
  const { maximumK, k: usual } = await settings.read()
  const points: OperatingPoint[] = []
  const runs = new Map<string, OpenRun & MeasuredRun>()
  let first: OpenRun | undefined
  for (const [at, id] of [...new Set(ids)].entries()) {
    emit({ what: 'Reading runs', done: at, total: ids.length })
    const open = await measured.of(dir, id)
    first ??= open
    requireSameSize(first.run, open.run)
    const outcomes = await pairedWith(first, open, pause)
    runs.set(id, { ...open, outcomes })
    const own = await operatingPoints(open.run, outcomes, pause)
    // More tools than a provider takes in a request are of no use.
    points.push(...own.filter(({ k = 0 }) => k <= maximumK))
  }
  const advised = await advise(
    points,
    {
      target: { least: target.recall, tokens: target.tokens },
      k: k ?? usual,
    },
    pause,
  )
  const chosen = advised && runs.get(advised.chosen.run)
  if (!first || !chosen || first.outcomes.length === 0) {
    throw new Problem('bad-input', 'These runs measured no query.', 'Evaluate on a golden set.')
  }
  const estimated = [...runs.values()].some(({ run }) => run.tokensEstimated)
  return {
    ...advised,
    ...(await oneMore(chosen, advised.chosen, pause)),
    tokenizer: [...new Set([...runs.values()].map(({ run }) => run.tokenizer))].join(', '),
    ...(estimated && { tokensEstimated: true }),
  }
}

/** @throws Problem `bad-input`: fewer tools to choose from are easier. */
function requireSameSize(first: Run, run: Run): void {
  if (catalogSizeText(first) === catalogSizeText(run)) return
  throw new Problem(
    'bad-input',
    'These runs had catalogs of different sizes to choose from, and the smaller the easier.',
    'Choose runs on one size of catalog.',
  )
}

/** What the next larger k adds, of those that the run holds tool sets for. */
async function oneMore(
  { run, outcomes }: OpenRun,
  { k, tokens }: AdvicePoint,
  pause: () => Promise<unknown>,
): Promise<Pick<Advice, 'more'>> {
  const { curve } = run
  if (k === undefined || !curve) return {}
  const next = curve.k ? curve.k.find((one) => one > k) : k + 1
  const nextTokens = next === undefined ? undefined : tokensAt(curve, next)
  if (next === undefined || nextTokens === undefined) return {}
  const [now, then] = await recallColumns(outcomes, [k, next], pause)
  if (!now || !then) return {}
  const { difference } = await pairedDifference(then, now, pause)
  return { more: { k: next, recall: difference, tokens: nextTokens - tokens } }
}

const tokensAt = (
  { k: measured, promptTokens }: NonNullable<OpenRun['run']['curve']>,
  k: number,
): number | undefined => promptTokens[measured ? measured.indexOf(k) : k - 1]
