import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Run } from '../../domain/run/run'
import type { FactsOf } from '../../evaluation/graph-facts'
import type { PromptOverrides } from '../../pipeline/ask'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import type { Cell } from './cells'
import type { CellsMeasuredOn } from './elsewhere'
import type { Leaks } from './leak-use'
import type { MeasuredRuns } from './measured-runs'
import type { NegativeQueries } from './negatives'
import type { PastQueries } from './past-queries'
import type { CellSharing } from './sharing'

/**
 * What all cells of an experiment have in common, measured on one catalog whatever is committed
 * meanwhile.
 */
export interface Experiment extends CellsMeasuredOn, Pick<Run, 'goldenSet' | 'sample'> {
  context: AppContext & { measured: MeasuredRuns }
  session: Session
  queries: GoldenQuery[]
  goldenHash: string
  /** How prompts are worded in all cells, whatever is committed meanwhile. */
  promptOverrides: PromptOverrides
  catalogHash: string
  /** See `Run.catalog.change`; undefined where there is none, or a commit came between. */
  lastChange: string | undefined
  sharing: CellSharing
  factsOf: FactsOf
  /**
   * Prompt tokens of the whole catalog, where sizes of catalogs are measured; counted when first
   * wanted.
   */
  allTokens(): Promise<number | undefined>
  /** What a cell learns from logged queries; nothing where it does not. */
  pastQueries(cell: Cell): Promise<PastQueries | undefined>
  /** By id, what the workspace says itself of the queries. */
  leaks: Leaks
  negatives: NegativeQueries
  /**
   * Embeds the queries that the cells have in common, for the first of them; gives what each took,
   * in ms.
   */
  queriesAhead(cell: Cell, at: Omit<CellCall, 'cell'>): Promise<number>
  /**
   * The run that is to be taken instead of measuring the same again, by {@link Provenance.cell}.
   */
  earlier(cell: string): Promise<Run | undefined>
  keep: boolean
  /** Whether no run is kept twice. */
  resume: boolean
}

export interface CellCall {
  cell: Cell
  /** What is measured, in words: `Hybrid (2 of 3) on “dev”`. */
  place: string
  call: Call
}
