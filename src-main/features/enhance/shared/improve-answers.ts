/** A difference in the mean over queries, with its interval of 95 %; a share, not points. */
export interface Gain {
  queries: number
  before: number
  after: number
  mean: number
  ci95: [low: number, high: number]
}

/** A set of texts that was judged, with what places of right tools gain by it, as in DCG. */
export interface TriedSet {
  label: string
  tools: number
  gain: number
}

/** What came of writing for one run of tools. */
export interface WrittenFor {
  /** Tools that the model was asked about now; others were asked about before. */
  asked: number
  refusals: number
  /** Nouns that it was asked everyday names of. */
  nouns: number
  /** Why the model could not be asked, each once. */
  failed: string[]
}

export interface ImprovePlanAnswer {
  /** Whose queries these are; absent where they are logged ones. */
  goldenSet?: string
  /** Queries that say what is missed, which texts are written, and what was won. */
  queries: Record<'choosing' | 'judging' | 'reporting', number>
  /** For those that are missed, and for all: tools, and answers that the model is still to give. */
  missed: { tools: number; calls: number }
  all: { tools: number; calls: number }
  /** What an answer took in the median, by this model; absent where it gave none yet. */
  msPerCall?: number
}

export interface ImproveRunAnswer extends WrittenFor {
  /** Whose queries these are; absent where they are logged ones. */
  goldenSet?: string
  recipe: string
  queries: ImprovePlanAnswer['queries']
  /** Tools that choosing queries miss. */
  missed: number
  /** Tools that were written for, now or before. */
  tools: number
  tried: TriedSet[]
  /** What was accepted; absent where nothing was. */
  accepted?: {
    /** By which all of it is taken back. */
    change?: string
    /** Texts that were accepted; fewer than were measured where somebody decided some meanwhile. */
    texts: number
    measured: number
    /** Tools whose texts the figures were measured with. */
    tools: number
    /** Recall over the reporting queries: all, those of written tools, those of others. */
    all: Gain
    own: Gain
    others: Gain
  }
  /** Why nothing was accepted: too few queries to tell, or no set of texts that gains. */
  nothing?: 'few-queries' | 'no-gain'
}
