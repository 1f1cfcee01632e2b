import type { CollectedFrom, ProposedPart } from '../../../domain/proposal/text'
import type { ToolId } from '../../../domain/tool/tool'

/** An answer for one part of a tool that could not be used. */
export interface RefusedPart {
  id: ToolId
  name: string
  part: ProposedPart
  why: string
}

export interface EnhancePlanAnswer {
  tools: number
  /** Questions to the model; an answer that does not fit takes one more. */
  calls: number
  /** Parts asked already of the tool as it is, by this model in these words. */
  passedOver: number
  /** What an answer took in the median, by this model; absent where it gave none yet. */
  msPerCall?: number
  /** The first answers that could not be used, of tools as they are. */
  refused: RefusedPart[]
  refusals: number
  /**
   * Questions that stand in examples, logged queries and parameters, and not in the tools' layers.
   */
  collectable: Record<CollectedFrom, number>
}

export interface EnhanceRunAnswer {
  /** By what name all of it is forgotten; absent where nothing was asked. */
  run?: string
  /** Parts of tools that the model was asked for. */
  asked: number
  proposed: number
  /** The first of those that could not be used. */
  refused: RefusedPart[]
  refusals: number
  passedOver: number
  /** Of those chosen, tools that are no longer in the catalog. */
  gone: number
  /** Why the model could not be asked, each once. */
  failed: string[]
  /** Parts that were to be asked for and were not. */
  left: number
}

export interface EnhanceCollectAnswer {
  run?: string
  /** Tools for which anything is proposed. */
  tools: number
  proposed: number
  questions: number
  gone: number
}

export interface EnhanceForgetAnswer {
  forgotten: number
}
