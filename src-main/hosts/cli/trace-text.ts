import type { StepOutput, TraceStep } from '../../domain/trace'
import { plainText } from './print-table'

const TOOLS_SHOWN = 5

/** A trace as indented lines: each step with its settings, time and first tools, branches before the step that joins them. */
export const traceText = (trace: TraceStep[], indent = ''): string =>
  trace
    .flatMap((step) => [
      ...step.branches.map(
        ({ label, steps }) =>
          `${indent}  ${plainText(label)}:\n${traceText(steps, `${indent}    `)}`,
      ),
      `${indent}${headOf(step)}`,
      ...linesOf(step.output).map((line) => `${indent}  ${line}`),
      ...step.dropped.map(({ why, count }) => `${indent}  dropped ${count}: ${plainText(why)}`),
      ...step.degraded.map((why) => `${indent}  degraded: ${plainText(why)}`),
    ])
    .join('\n')

function headOf({ stage, settings, notes, calls, latencyMs }: TraceStep): string {
  const options = Object.entries({ ...settings, ...notes }).map(
    ([key, value]) => `${key} ${plainText(String(value))}`,
  )
  if (calls.length > 0) options.push(`${calls.length} model calls`)
  return `${stage}${options.length > 0 ? ` (${options.join(', ')})` : ''} · ${latencyMs.toFixed(2)} ms`
}

function linesOf(shape: StepOutput): string[] {
  if (shape.shape === 'query') return [plainText(shape.text)]
  if (shape.shape === 'plan') {
    return shape.steps.flatMap(({ variations }) => variations.map((text) => plainText(text)))
  }
  const shown = shape.tools
    .slice(0, TOOLS_SHOWN)
    .map(({ tool, score }, at) =>
      `${at + 1}. ${plainText(tool)} ${score?.toFixed(3) ?? ''}`.trimEnd(),
    )
  const more = shape.count - shown.length
  return more > 0 ? [...shown, `… and ${more} more`] : shown
}
