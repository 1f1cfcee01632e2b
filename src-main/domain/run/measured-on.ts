import { count } from '../measure/figures'
import { embedderTitle } from '../model/names'

/**
 * Something that a run was measured on and that is another now. A run is current where there is none: measured again, every query would
 * be given the same tools and judged by the same labels.
 */
export type Outdated =
  /** Tools, author's texts or what servers say of themselves. `edits`: how many changes that can be undone came since; absent where that is not known. */
  | { of: 'catalog'; edits?: number }
  /** Queries or labels, or the set is gone. */
  | { of: 'golden set'; isGone?: true }
  /** By name; the same name twice is another version of one model. */
  | { of: 'embedder'; was: string; is: string }
  | { of: 'chat model' }
  /** How prompts are worded. */
  | { of: 'prompts' }
  /** The logged queries that the recipe learns from. */
  | { of: 'logged queries' }
  /** What it would take to tell: an embedder or model that does not answer, a recipe that is gone. */
  | { of: 'unknown'; why: string }

/** What is outdated of a run, as one line that begins in the middle of a sentence; empty where nothing is. */
export function outdatedText(parts: readonly Outdated[]): string {
  const before = parts.flatMap((part) => beforeText(part) ?? [])
  const others = parts.flatMap((part) => otherText(part) ?? [])
  const measured = before.length > 0 ? [`measured before ${before.join(' and ')}`] : []
  return [...measured, ...others].join(' · ')
}

function beforeText(part: Outdated): string | undefined {
  switch (part.of) {
    case 'catalog':
      return part.edits
        ? `${count(part.edits)} ${part.edits === 1 ? 'edit' : 'edits'}`
        : 'the catalog changed'
    case 'golden set':
      return part.isGone ? 'its golden set was removed' : 'its golden set was edited'
    case 'prompts':
      return 'prompts were worded anew'
    case 'logged queries':
      return 'other queries were logged'
    default:
      return undefined
  }
}

function otherText(part: Outdated): string | undefined {
  switch (part.of) {
    case 'embedder':
      return part.was === part.is
        ? `another version of ${embedderTitle(part.was)}`
        : `${embedderTitle(part.was)}, now ${embedderTitle(part.is)}`
    case 'chat model':
      return 'another chat model'
    case 'unknown':
      return part.why
    default:
      return undefined
  }
}
