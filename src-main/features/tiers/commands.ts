import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { share } from '../../domain/measure/figures'
import { nameAt } from '../../domain/measure/name'
import { TIER_MEANINGS, TIER_NAMES } from '../../domain/query/tier'
import { countRange } from '../../domain/value/count-range'
import type { EvalAddition, RunsRemark } from '../../hosts/cli/eval-addition'
import { command } from '../../hosts/cli/command'
import { K } from '../../hosts/cli/flags'
import { plainText, tableText } from '../../hosts/cli/print-table'
import { runsTogether } from '../../hosts/cli/run-choice'
import type { PlainEveryday } from './shared/answers'
import { kindsBasis, kindsText } from './shared/kind-words'

/** `tiers`: how runs did on requests that are worded exactly, otherwise, or vaguely. */
const tiers = command({
  summary: 'recall of stored runs by how their queries are worded',
  args: ['runs'],
  input: {
    dir: Dir,
    runs: z
      .array(z.string())
      .default([])
      .describe('the runs, by number or the beginning of an id; left out: the newest together'),
    k: K.describe('the k to look at; left out: the one that is recommended'),
  },
  async run(session, { dir, runs: names, k }) {
    const { runs: together } = await runsTogether(session, { dir, runs: names })
    const runs = together.map(({ run, label }) => ({ id: run.id, label }))
    const ids = runs.map(({ id }) => id)
    return { ...(await session.request('evaluation.tiers', { dir, runs: ids, k })), runs }
  },
  print: ({ k, runs, rows }) => [
    tableText(
      ['tier', 'queries', 'by hand', ...runs.map(({ label }) => plainText(label)), 'it'],
      rows.map((row) => [
        TIER_NAMES[row.tier],
        countRange(row.runs.map(({ queries }) => queries)),
        row.runs.some(({ byHand }) => byHand > 0)
          ? countRange(row.runs.map(({ byHand }) => byHand))
          : '',
        ...runs.map(({ id }) => {
          const found = row.runs.find(({ run }) => run === id)?.recall
          if (!found) return ''
          const [low, high] = found.ci95.map((end) => (end * 100).toFixed(1))
          return `${share(found.mean)} [${low}, ${high}]`
        }),
        TIER_MEANINGS[row.tier],
      ]),
    ),
    `${nameAt('Recall', k)} with 95 % bootstrap intervals. A tier is the tag tier:NAME of a query, or told by rule.`,
    'For all measures of one tier put it behind a run: pegboard compare 1:vague 2:vague',
  ],
})

export const commands = { tiers }

/** What is found of plain and of everyday requests; nothing where that is not known of any run. */
export const evalAddition: EvalAddition = {
  flags: {},
  async ofRuns(session, { dir, runs, named, k }) {
    if (runs.length === 0) return NOTHING
    const ids = runs.map(({ id }) => id)
    const told = await session.request('evaluation.plainEveryday', { dir, runs: ids, k })
    const nameOf = (id: string) => named.find((run) => run.id === id)?.recipe ?? id
    const { json, lines } = remarkOn(
      told,
      (each) => `${plainText(nameOf(each.run))}: ${kindsText(each)}`,
    )
    return { json, lines: lines.length > 0 ? ['', 'Plain and everyday requests:', ...lines] : [] }
  },
  async ofChosen(session, { dir, run, k }) {
    const told = await session.request('evaluation.plainEveryday', { dir, runs: [run], k })
    return remarkOn(told, (each) => `Plain and everyday requests: ${kindsText(each)}`)
  },
}

const NOTHING: RunsRemark = { json: {}, lines: [] }

function remarkOn(
  told: readonly PlainEveryday[],
  write: (each: PlainEveryday) => string,
): RunsRemark {
  const [first] = told
  if (!first) return NOTHING
  return {
    json: { plainEveryday: told },
    lines: [...told.map((each) => `${write(each)}.`), kindsBasis(first)],
  }
}
