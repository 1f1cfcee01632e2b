import { z } from 'zod'
import type { Confidence } from './shared/confidence'
import { negativesText, NO_NEGATIVES, unanswerableSentence, wrongText } from './shared/words'
import type { Run } from '../../domain/run/run'
import { mainCutoff } from '../../domain/run/verdict'
import type { EvalAddition } from '../../hosts/cli/eval-addition'
import { plainText } from '../../hosts/cli/print-table'

const flags = {
  leftOut: z
    .boolean()
    .optional()
    .describe(
      'ask up to 200 queries again without their right tools, to see what is given where no tool fits',
    ),
}

export const evalAddition: EvalAddition<typeof flags> = {
  flags,
  async ofRuns(session, { dir, runs, named, k, given }) {
    const confidence =
      runs.length === 0
        ? []
        : await session.request('evaluation.confidence', {
            dir,
            runs: runs.map(({ id }) => id),
            leaveOut: given.leftOut ?? false,
            k: runs.every((run) => k !== undefined && run.k.includes(k))
              ? k
              : mainCutoff(runs[0]?.k ?? []),
          })
    return { json: { confidence }, lines: linesOfRuns(named, confidence) }
  },
}

/**
 * How runs did where no tool fits, under a heading of its own. `runs` are called as their recipes
 * are; `told[i]` belongs to `runs[i]`.
 */
function linesOfRuns(runs: readonly Run[], told: readonly Confidence[]): string[] {
  const lines = runs.flatMap((run, at) => {
    const confidence = told[at]
    return confidence ? linesOf(run, confidence) : []
  })
  if (lines.length > 0)
    return ['', 'Requests that no tool answers (not part of any mean):', ...lines]
  return ['', NO_NEGATIVES, 'To do so: --left-out']
}

function linesOf({ recipe, nothingFits }: Run, told: Confidence): string[] {
  const { negative, leftOut } = told
  if (!negative && !leftOut) return []
  const label = plainText(recipe)
  const activations = [
    ...(negative ? [`${wrongText(negative)} of the ${negativesText(told)}`] : []),
    ...(leftOut ? [`${wrongText(leftOut)} of those whose right tools were left out`] : []),
  ]
  return [
    // Of these it is told beside the same size for all.
    ...(nothingFits
      ? []
      : [
          `${label}: misses ${wrongText(told.fitting)}; false activations ${activations.join(', and ')}.`,
        ]),
    ...(negative ? [`  Named none: ${unanswerableSentence(label, negative)}`] : []),
    ...(leftOut ? [`  Left out: ${unanswerableSentence(label, leftOut)}`] : []),
  ]
}
