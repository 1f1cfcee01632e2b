import type { FailureFilter } from '../../../../src-main/domain/run/failure'
import {
  asksForAgent,
  classTitle,
  REASON_WORDS,
} from '../../../../src-main/domain/run/failure-words'
import { plainText } from '../../../../src-main/domain/value/plain-text'

/**
 * A filter in words, one for each of its parts: `cut at k`, `misses listInvoices`, `tag billing`.
 */
export function filterWords(lost: FailureFilter): { key: keyof FailureFilter; text: string }[] {
  const { reason, stage, agent, tool, tag, server, queryTag } = lost
  const fails = asksForAgent(lost) ? 'the agent failed' : 'misses'
  const classed =
    stage === undefined
      ? reason && REASON_WORDS[reason]
      : classTitle({ reason: 'dropped', by: { stage } })
  return [
    ...(classed ? [{ key: 'reason' as const, text: classed }] : []),
    ...(agent ? [{ key: 'agent' as const, text: 'given, but the agent failed' }] : []),
    ...(tool === undefined ? [] : [{ key: 'tool' as const, text: `${fails} ${plainText(tool)}` }]),
    ...(tag === undefined
      ? []
      : [{ key: 'tag' as const, text: `${fails} a tool tagged ${plainText(tag)}` }]),
    ...(server === undefined
      ? []
      : [
          {
            key: 'server' as const,
            text: server
              ? `${fails} a tool of ${plainText(server)}`
              : `${fails} a tool without a server`,
          },
        ]),
    ...(queryTag === undefined
      ? []
      : [{ key: 'queryTag' as const, text: `query tagged ${plainText(queryTag)}` }]),
  ]
}

/** A filter without one of its parts; nothing where none is left. */
export function withoutPart(
  lost: FailureFilter,
  key: keyof FailureFilter,
): FailureFilter | undefined {
  const gone: readonly string[] = key === 'reason' ? ['reason', 'stage'] : [key]
  const left = Object.entries(lost).filter(([part]) => !gone.includes(part))
  return left.length > 0 ? Object.fromEntries(left) : undefined
}
