import type { Run } from './run'

/** What is to be known of a run whose recipe looks at fewer tools than were measured; nothing where it looks at enough. */
export function depthRemark({ options, k }: Pick<Run, 'options' | 'k'>): string | undefined {
  const { depth } = options
  return typeof depth === 'number' && k.some((cutoff) => cutoff > depth)
    ? `looks at ${depth} tools, so that a larger k gives no more. Raise its depth to measure beyond.`
    : undefined
}
