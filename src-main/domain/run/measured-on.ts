import { z } from 'zod'
import { count } from '../measure/figures'
import { embedderTitle } from '../model/names'
import type { Run } from './run'

/**
 * Something that a run was measured on and that is another now. A run is current where there is none: measured again, every query would
 * be given the same tools and judged by the same labels.
 */
export const Outdated = z.discriminatedUnion('of', [
  z.object({
    /** Tools, author's texts, or what servers say of themselves. */
    of: z.literal('catalog'),
    /** How many changes of it came since; absent where that is not known. */
    edits: z.number().int().min(1).optional(),
  }),
  z.object({
    /** Its queries or labels. */
    of: z.literal('golden set'),
    isGone: z.literal(true).optional(),
  }),
  z.object({
    of: z.literal('embedder'),
    /** By name: the same name twice is another version of one model. */
    was: z.string(),
    is: z.string(),
  }),
  z.object({ of: z.literal('chat model') }),
  z.object({
    /** How they are worded. */
    of: z.literal('prompts'),
  }),
  z.object({
    /** Those that the recipe learns from. */
    of: z.literal('logged queries'),
  }),
  z.object({
    /** It cannot be told, as what it takes is not there: an embedder or model that does not answer, a recipe that is gone. */
    of: z.literal('unknown'),
    why: z.string(),
  }),
])
export type Outdated = z.infer<typeof Outdated>

/** What is outdated of runs, by their ids; those that are current are not named. */
export const OutdatedRuns = z.record(z.string(), z.array(Outdated))
export type OutdatedRuns = z.infer<typeof OutdatedRuns>

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

/** A line for all runs of which the same is outdated: `Hybrid, BM25: measured before 3 edits`. */
export function outdatedLines(outdated: OutdatedRuns, nameOf: (run: string) => string): string[] {
  const byText = Map.groupBy(Object.entries(outdated), ([, parts]) => outdatedText(parts))
  return [...byText].map(([text, runs]) => {
    const names = [...new Set(runs.map(([run]) => nameOf(run)))]
    return `${names.join(', ')}: ${text}`
  })
}

/** Whether two runs were measured on the same tools and texts, as far as they say; of earlier runs that is not known. */
export function areOnSameCatalog(one: Run, other: Run): boolean {
  const [a, b] = [one, other].map(({ provenance }) => provenance?.catalogHash)
  if (a !== undefined && b !== undefined) return a === b
  const [c, d] = [one.catalog.content, other.catalog.content]
  return c === undefined || d === undefined || c === d
}
