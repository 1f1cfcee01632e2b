import type { Confidence } from '../../domain/measure/confidence'
import {
  negativesText,
  NO_NEGATIVES,
  unanswerableSentence,
  wrongText,
} from '../../domain/measure/confidence-words'
import type { Run } from '../../domain/run/run'
import { plainText } from './print-table'

/**
 * How runs did where no tool fits, under a heading of its own. `runs` are called as their recipes
 * are; `told[i]` belongs to `runs[i]`.
 */
export function confidenceLines(runs: readonly Run[], told: readonly Confidence[]): string[] {
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
