import type { FailedCell } from '../../../contract/evaluation'
import type { Run } from '../../../domain/run/run'
import type { AblationResult } from './findings'

/** A part of a recipe that no run measured it without yet, and what that takes. */
export interface PartLeft {
  label: string
  /** Whether a chat model is asked for each query. */
  asksModel: boolean
  /** Whether tool documents are embedded otherwise. */
  embedsAnew: boolean
}

/** A measured recipe without each of its parts in turn, as far as that is measured. */
export interface AblationAnswer {
  /** The whole recipe, with its figures at the k that is looked at. */
  whole: Run
  /** What is compared: `Recall@5`. */
  measure: string
  /** Queries that the comparisons rest on. */
  queries: number
  /** In the order of the recipe's stages. */
  results: (AblationResult & { id: string })[]
  /** What matters, what is better left out, and what gives nothing; in sentences. */
  findings: string[]
  left: PartLeft[]
  /** Why nothing can be told, where measuring would not change that. */
  nothing?: string
}

/** The same after measuring. */
export interface AblationMeasured extends AblationAnswer {
  /** What could not be measured; without a label, the whole recipe. */
  failed: (FailedCell & { label?: string })[]
}
