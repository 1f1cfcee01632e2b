import type { ModelCall, StepOutput, TraceStep } from '../../domain/trace'
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

/** What a run cost, all steps together: its model calls and their tokens, and the calls of an embedder. */
export function costText(trace: readonly TraceStep[]): string {
  const steps = everyStep(trace)
  const calls = steps.flatMap((step) => step.calls)
  const sum = (valueOf: (call: ModelCall) => number) =>
    calls.reduce((total, call) => total + valueOf(call), 0)
  const cached = calls.filter((call) => call.cached).length
  const embeds = new Map(
    steps.flatMap(({ embedded = [] }) => embedded.map(({ call, texts }) => [call, texts] as const)),
  )
  const texts = [...embeds.values()].reduce((total, count) => total + count, 0)
  return (
    `In all ${calls.length} model calls${cached > 0 ? `, ${cached} of them answered before` : ''}: ` +
    `${sum(({ promptTokens }) => promptTokens)} tokens read, ${sum(({ answerTokens }) => answerTokens)} written; ` +
    `${embeds.size} embed calls, ${texts} texts.`
  )
}

const everyStep = (trace: readonly TraceStep[]): TraceStep[] =>
  trace.flatMap((step) => [step, ...step.branches.flatMap(({ steps }) => everyStep(steps))])

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
    return [
      ...shape.steps.flatMap(({ text, variations }) => [
        plainText(text),
        ...variations.filter((other) => other !== text).map((other) => `  or: ${plainText(other)}`),
      ]),
      ...(shape.questions ?? []).map((question) => `asks: ${plainText(question)}`),
    ]
  }
  const shown = shape.tools
    .slice(0, TOOLS_SHOWN)
    .map(({ tool, score }, at) =>
      `${at + 1}. ${plainText(tool)} ${score?.toFixed(3) ?? ''}`.trimEnd(),
    )
  const more = shape.count - shown.length
  return more > 0 ? [...shown, `… and ${more} more`] : shown
}
