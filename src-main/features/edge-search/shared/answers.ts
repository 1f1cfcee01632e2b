import type { EdgeLook } from '../../../domain/proposal/edge'

export interface ProposalsAskAnswer {
  look: EdgeLook
  asked: number
  /** Proposals that the model named. */
  named: number
  /** Tools that it named and was not asked about. */
  invented: number
  /** Why tools could not be asked about, each once. */
  failed: string[]
}
