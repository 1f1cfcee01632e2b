import type { ModelCost } from '../../domain/trace/cost'

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
