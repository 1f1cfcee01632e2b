import type { ModelCost } from '../../src-main/domain/trace/cost'
import { formatCount, plural } from './number-words'

/** What a model was asked: `3 model calls (1 from before), 1,200 tokens read, 80 written`. */
export function costWords({
  calls,
  cached,
  repaired,
  promptTokens,
  answerTokens,
}: ModelCost): string {
  const kinds = [
    ...(cached ? [`${formatCount(cached)} answered from before`] : []),
    ...(repaired ? [`${formatCount(repaired)} asked twice`] : []),
  ]
  const more = kinds.length ? ` (${kinds.join(', ')})` : ''
  return `${plural(calls, 'model call')}${more}, ${formatCount(promptTokens)} tokens read, ${formatCount(answerTokens)} written`
}
