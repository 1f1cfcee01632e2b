import type {
  FailureCount,
  FailureFilter,
  FailureReport,
} from '../../../../src-main/domain/run/failure'
import {
  asksForAgent,
  REASON_MEANINGS,
  REASON_WORDS,
} from '../../../../src-main/domain/run/failure-words'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import { formatCount, plural } from '../../../words/number-words'
import { stageTitle } from '../../../../src-main/domain/trace/stage-title'

type Classed = Pick<FailureCount, 'reason' | 'by'>

/** The classes of what the run did not give, and of what an agent that was given it failed. */
export const classesOf = ({ classes, agent }: FailureReport): FailureCount[] => [
  ...classes,
  ...(agent?.classes ?? []),
]

/** A class of failure in a few words; of what a step dropped, what that step does. */
export const classTitle = ({ reason, by }: Classed): string =>
  by ? `dropped: ${stageTitle(by.stage)}` : REASON_WORDS[reason]

export const classMeaning = ({ reason }: Pick<FailureCount, 'reason'>): string =>
  REASON_MEANINGS[reason]

/** How many queries a class has, and of how many tools more is known. */
export function classDetail({ reason, queries, noSharedWord }: FailureCount): string {
  const words =
    noSharedWord > 0 && reason !== 'no-shared-word'
      ? `; ${plural(noSharedWord, 'of the tools shares', 'of the tools share')} no word with the request`
      : ''
  return `in ${plural(queries, 'query', 'queries')}${words}`
}

/** What a run misses at one k, in a sentence. */
export function failureSentence(
  label: string,
  { failed, queries, missing, k }: FailureReport,
): string {
  const at = k === undefined ? 'with adaptive k' : `at k = ${k}`
  return failed === 0
    ? `${label} ${at} misses no right tool in any of its ${plural(queries, 'query', 'queries')}.`
    : `${label} ${at} misses ${plural(missing, 'right tool')} in ${formatCount(failed)} of ${plural(queries, 'query', 'queries')}.`
}

/** What the classes are true of, in a sentence; nothing where no query was asked again. */
export function basisSentence({
  asksModel,
  askedAgain,
  differing,
  sameCatalog,
}: FailureReport): string {
  if (asksModel)
    return 'This recipe asks a model, which is not asked again: of many tools no more is known than that they are missing.'
  if (askedAgain === 0) return ''
  const on = sameCatalog
    ? 'the catalog that was measured'
    : 'today’s catalog, which may not be the one that was measured'
  const others = differing
    ? ` ${formatCount(differing)} of them ${differing === 1 ? 'gets' : 'get'} other tools now.`
    : ''
  return `Re-ran ${plural(askedAgain, 'query', 'queries')} on ${on}.${others}`
}

/** A filter in words, one for each of its parts: `cut at k`, `misses listInvoices`, `tag billing`. */
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
