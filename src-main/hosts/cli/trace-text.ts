import type { Shape } from '../../domain/query'
import type { TraceStep } from '../../domain/trace'
import { plainText } from './print-table'

const TOOLS_SHOWN = 5

/** A trace as indented lines: each step with its settings, time and first tools, branches before the step that joins them. */
export const traceText = (trace: TraceStep[], indent = ''): string =>
  trace
    .flatMap((step) => [
      ...step.branches.map((branch) => traceText(branch, `${indent}  `)),
      `${indent}${headOf(step)}`,
      ...linesOf(step.output).map((line) => `${indent}  ${line}`),
      ...(step.degraded ? [`${indent}  degraded: ${plainText(step.degraded)}`] : []),
    ])
    .join('\n')

function headOf({ stage, settings, latencyMs }: TraceStep): string {
  const options = Object.entries(settings).map(([key, value]) => `${key} ${value}`)
  return `${stage}${options.length > 0 ? ` (${options.join(', ')})` : ''} · ${latencyMs.toFixed(2)} ms`
}

function linesOf(shape: Shape): string[] {
  if (shape.shape === 'query') return [plainText(shape.text)]
  if (shape.shape === 'plan') {
    return shape.steps.flatMap(({ variations }) => variations.map((text) => plainText(text)))
  }
  const shown = shape.tools
    .slice(0, TOOLS_SHOWN)
    .map(({ tool, score }, at) => `${at + 1}. ${plainText(tool)} ${score.toFixed(3)}`)
  const more = shape.tools.length - shown.length
  return more > 0 ? [...shown, `… and ${more} more`] : shown
}
