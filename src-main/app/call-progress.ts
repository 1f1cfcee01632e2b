import type { Call } from './app'

/** Told how many tools of how many are done. */
export type OnTools = (done: number, total: number) => void

const reporting =
  (what: string) =>
  ({ emit }: Pick<Call, 'emit'>): OnTools =>
  (done, total) =>
    emit({ what, done, total })

/** What a call tells while the catalog is read. */
export const readingTools = reporting('Reading tools')

/** What a call tells while the tokens of definitions are counted. */
export const countingTokens = reporting('Counting tokens')
