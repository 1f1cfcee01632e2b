import type { ToolId } from '../domain/tool/tool'

/** A change that can be taken back, or made again where it is taken back. */
export interface ChangeRow {
  name: string
  at: string
  /** What was done, as a sentence without its end. */
  what: string
  isUndone: boolean
}

export interface ChangesListAnswer {
  total: number
  rows: ChangeRow[]
}

/** What taking a change back did, or making it again. */
export interface UndoneAnswer {
  /** What was done, as a sentence without its end. */
  what: string
  /** Tools, queries or findings that are as they were; of decisions, those that are open again. */
  undone: number
  /** Of what decisions wrote, texts, edges and queries that are as they were. */
  putBack: number
  /** Left as they are: somebody changed them since. */
  left: number
  /** Decisions that stand, as their tools are not in the catalog now. */
  gone: number
  /** A tool, or a golden set, that it changed and that is there now, to be shown. */
  tool?: ToolId
  set?: string
  /** The changes of which nothing is left to take back. */
  changes: string[]
}
