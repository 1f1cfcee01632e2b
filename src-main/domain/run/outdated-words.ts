import { count } from '../measure/figures'
import { embedderTitle } from '../model/names'
import type { Outdated, OutdatedRuns } from './outdated'

/**
 * What is outdated of a run, as one line that begins in the middle of a sentence; empty where
 * nothing is.
 * @param done what was done then: of what is no run, something else than measuring
 */
export function outdatedText(parts: readonly Outdated[], done = 'measured'): string {
  const before = parts.flatMap((part) => beforeText(part) ?? [])
  const others = parts.flatMap((part) => otherText(part) ?? [])
  const measured = before.length > 0 ? [`${done} before ${before.join(' and ')}`] : []
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
    case 'search':
      return 'Pegboard searched otherwise'
    case 'prompts':
      return 'prompts were worded anew'
    case 'logged queries':
      return 'other queries were logged'
    case 'fields':
      return 'fields were standardised anew'
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

/** A line for all runs of which the same is outdated: `Hybrid, BM25: measured before 3 edits`. */
export function outdatedLines(outdated: OutdatedRuns, nameOf: (run: string) => string): string[] {
  const byText = Map.groupBy(Object.entries(outdated), ([, parts]) => outdatedText(parts))
  return [...byText].map(([text, runs]) => {
    const names = [...new Set(runs.map(([run]) => nameOf(run)))]
    return `${names.join(', ')}: ${text}`
  })
}
