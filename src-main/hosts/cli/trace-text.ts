import { callsOf, costOfCalls, embedsOf, type ModelCost } from '../../domain/trace/cost'
import { reasonsOf } from '../../domain/trace/reasons'
import { laneTitle, lackSentence, stageTitle } from '../../domain/trace/stage-title'
import type { StepOutput, TraceStep } from '../../domain/trace/trace'
import { plainText } from './print-table'

const TOOLS_SHOWN = 5

/** What models were asked in a whole trace, in one line; none where none was. */
export const costLines = (trace: TraceStep[]): string[] =>
  callsOf(trace).length > 0 ? [wholeCostText(trace)] : []

/** What a whole trace cost: model calls with their tokens, and the calls of an embedder. */
export function wholeCostText(trace: TraceStep[]): string {
  const { calls, texts } = embedsOf(trace)
  const embeds = `${calls} embed ${calls === 1 ? 'call' : 'calls'} of ${texts} ${texts === 1 ? 'text' : 'texts'}`
  return `In all ${costText(costOfCalls(callsOf(trace)))}; ${embeds}.`
}

/**
 * A trace as indented lines: each step with its settings, time and first tools, branches before the
 * step that joins them.
 */
export const traceText = (trace: TraceStep[], indent = ''): string =>
  trace
    .flatMap((step) => [
      ...step.branches.map(
        ({ label, steps }) =>
          `${indent}  ${plainText(laneTitle(label))}:\n${traceText(steps, `${indent}    `)}`,
      ),
      `${indent}${headOf(step)}`,
      ...linesOf(step.output).map((line) => `${indent}  ${line}`),
      ...step.dropped.map(({ why, count }) => `${indent}  dropped ${count}: ${plainText(why)}`),
      ...step.degraded.map((why) => `${indent}  ${plainText(lackSentence(step.stage, why))}`),
    ])
    .join('\n')

function headOf({ stage, settings, notes, calls, latencyMs }: TraceStep): string {
  const options = Object.entries({ ...settings, ...notes }).map(
    ([key, value]) => `${key} ${plainText(String(value))}`,
  )
  const asked = calls.length > 0 ? ` · ${costText(costOfCalls(calls))}` : ''
  return `${plainText(stageTitle(stage))}${options.length > 0 ? ` (${options.join(', ')})` : ''}${asked} · ${latencyMs.toFixed(2)} ms`
}

function linesOf(shape: StepOutput): string[] {
  if (shape.shape === 'query') return [plainText(shape.text)]
  if (shape.shape === 'plan') {
    return [
      ...shape.steps.flatMap(({ text, variations }) => [
        plainText(text),
        ...variations.filter((other) => other !== text).map((other) => `  or: ${plainText(other)}`),
      ]),
      ...(shape.questions ?? []).map((question) => `asks back: ${plainText(question)}`),
    ]
  }
  const shown = shape.tools.slice(0, TOOLS_SHOWN).map(({ tool, score, witnesses }, at) => {
    const reasons = reasonsOf(witnesses).map((reason) => ` · ${plainText(reason)}`)
    return `${at + 1}. ${plainText(tool)} ${score?.toFixed(3) ?? ''}`.trimEnd() + reasons.join('')
  })
  const more = shape.count - shown.length
  return more > 0 ? [...shown, `… and ${more} more`] : shown
}

/** What a model was asked: `3 model calls (1 cached, 1 repaired), 1200 + 80 tokens`. */
export function costText({
  calls,
  cached,
  repaired,
  promptTokens,
  answerTokens,
}: ModelCost): string {
  const kinds = [
    ...(cached > 0 ? [`${cached} cached`] : []),
    ...(repaired > 0 ? [`${repaired} repaired`] : []),
  ]
  const what = calls === 1 ? '1 model call' : `${calls} model calls`
  const more = kinds.length > 0 ? ` (${kinds.join(', ')})` : ''
  return `${what}${more}, ${promptTokens} + ${answerTokens} tokens`
}
