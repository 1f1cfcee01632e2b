import { plainText } from '../value/plain-text'
import type { Learning } from './field-weights'

/**
 * Of which recipe something was asked, and for how many tools: none where it decides that itself.
 */
interface Asked {
  askedOf: string
  k?: number | undefined
  degraded?: readonly string[]
}

/** `Hybrid, first 5 tools` */
export const choicesText = ({ askedOf, k }: Asked): string =>
  `${askedOf}, ${k === undefined ? 'as many tools as it gives' : `first ${k === 1 ? 'tool' : `${k} tools`}`}`

/** What stages could not do, in a sentence each; nothing where all did their work. */
export const degradedText = ({ degraded = [] }: Pick<Asked, 'degraded'>): string | undefined =>
  degraded.length > 0 ? degraded.join(' ') : undefined

/** How the effect of edges was measured. */
export const edgeBasisText = ({
  askedOf,
  follows,
}: {
  askedOf: string
  follows: boolean
}): string =>
  follows
    ? `${askedOf} follows edges: it was asked with them and without.`
    : `${askedOf} follows no edges: measured are its first 3 tools, with all they need.`

/** What learned weights are compared with, in words. */
export const otherText = ({ other }: Pick<Learning, 'other'>): string =>
  other ? `the recipe “${plainText(other.title)}”` : 'the standard recipe'
