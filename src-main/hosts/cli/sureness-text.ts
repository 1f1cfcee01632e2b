import type { Sureness } from '../../domain/measure/sureness'
import {
  NO_NEGATIVES,
  negativesText,
  unfittingSentence,
  wrongText,
} from '../../domain/measure/sureness-words'
import type { Run } from '../../domain/run/run'
import { plainText } from './print-table'

/** How runs did where no tool fits, under a heading of its own. `runs` are called as their recipes are; `told[i]` belongs to `runs[i]`. */
export function surenessLines(runs: readonly Run[], told: readonly Sureness[]): string[] {
  const lines = runs.flatMap((run, at) => {
    const sureness = told[at]
    return sureness ? linesOf(run, sureness) : []
  })
  if (lines.length > 0) return ['', 'Requests that no tool answers, part of no mean:', ...lines]
  return ['', NO_NEGATIVES, 'That is done by: --left-out']
}

function linesOf({ recipe, nothingFits }: Run, told: Sureness): string[] {
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
    ...(negative ? [`  Named none: ${unfittingSentence(label, negative)}`] : []),
    ...(leftOut ? [`  Left out: ${unfittingSentence(label, leftOut)}`] : []),
  ]
}
