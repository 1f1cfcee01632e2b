import type { Ranking, ToolSet } from '../../domain/query'
import { stage } from '../stage'

export interface TopKOptions {
  /** Tools kept at the most. */
  k: number
  /** Tools scoring below are dropped, however few remain; on the scale of the last stage's score. */
  threshold?: number
}

/** The tool set: the ranking's first `k`, without those below the threshold. */
export function topK({ k, threshold }: TopKOptions) {
  return stage<Ranking, ToolSet>({
    name: 'select',
    settings: { k, ...(threshold !== undefined && { threshold }) },
    run: ({ plan, tools }) => ({
      shape: 'tool-set',
      query: plan.query,
      tools: tools.slice(0, k).filter(({ score }) => threshold === undefined || score >= threshold),
    }),
  })
}
