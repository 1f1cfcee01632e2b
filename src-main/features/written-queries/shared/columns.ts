import type { BundleWay } from '../../../domain/query/writing'
import type { Judgement, Solving, WrittenState } from '../../../domain/query/written-query'
import type { WrittenRow } from './answers'
import type { Columns } from '../../../contract/columns/column'

/** What became of a bundle or its query, in words. */
export const WRITTEN_STATES: Readonly<Record<WrittenState, string>> = {
  drawn: 'to write',
  unjudged: 'to judge',
  waiting: 'waiting',
  dropped: 'dropped by the judge',
  refused: 'refused',
  accepted: 'accepted',
  rejected: 'rejected',
  skipped: 'skipped',
}

/** What a judge says of tools. */
export const SOLVING_WORDS: Readonly<Record<Solving, string>> = {
  exact: 'would do it all, with none too many',
  over: 'would do it all, with some too many',
  partial: 'would do a part of it',
  none: 'would do nothing of it',
}

/** The ways in words, each after “tools”. */
export const WAY_WORDS: Record<BundleWay, string> = {
  dependencies: 'that need each other',
  logged: 'that logged queries used together',
  similar: 'that are alike',
  random: 'drawn at random',
}

/** What is told of a written query. */
export const WRITTEN_COLUMNS = {
  id: { title: 'Id', value: ({ id }) => id },
  query: { title: 'Query', value: ({ edited, text }) => edited?.text ?? text },
  tools: {
    title: 'Right tools',
    kind: 'tools',
    value: ({ tools }) =>
      tools.map(({ id, name, isGone }) => ({ tool: id, name, isInCatalog: !isGone })),
  },
  state: { title: 'State', value: ({ state }) => WRITTEN_STATES[state] },
  writer: { title: 'Writer', value: writerText },
  together: { title: 'Judge, of all', value: ({ judged }) => judgementText(judged?.whole) },
  less: { title: 'Judge, of less', value: ({ judged }) => judgementText(judged?.less) },
  why: { title: 'Why refused', value: ({ why }) => why },
  near: { title: 'Nearly the same', value: ({ near }) => near.map(({ text }) => text) },
} as const satisfies Columns<WrittenRow>

function writerText({ origin }: WrittenRow): string | undefined {
  if (!origin) return undefined
  return origin.by === 'model' ? origin.model : `template: ${origin.template}`
}

const judgementText = (judgement: Judgement | undefined): string | undefined =>
  judgement && `${SOLVING_WORDS[judgement.solving]}: ${judgement.reason}`
