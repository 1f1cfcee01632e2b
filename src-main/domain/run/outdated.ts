import { z } from 'zod'

/**
 * Something that a run was measured on and that is another now. A run is current where there is
 * none: measured again, every query would be given the same tools and judged by the same labels.
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
  z.object({
    /** The recipe's stages or their settings: another Pegboard searches otherwise. */
    of: z.literal('search'),
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
    /** What a model standardised of tools. */
    of: z.literal('fields'),
  }),
  z.object({
    /**
     * It cannot be told, as what it takes is not there: an embedder or model that does not answer,
     * a recipe that is gone.
     */
    of: z.literal('unknown'),
    why: z.string(),
  }),
])
export type Outdated = z.infer<typeof Outdated>

/** The state of a workspace that something was worked out from. */
export const WorkedOutOn = z.object({
  /** The catalog, as the state of the workspace names it. */
  catalog: z.string(),
  /** The name of the last change that could be undone by then; absent where there was none. */
  change: z.string().optional(),
  /** By name, and by its fingerprint. */
  embedder: z.string(),
  fingerprint: z.string(),
})
export type WorkedOutOn = z.infer<typeof WorkedOutOn>

/** What is outdated of runs, by their ids; those that are current are not named. */
export const OutdatedRuns = z.record(z.string(), z.array(Outdated))
export type OutdatedRuns = z.infer<typeof OutdatedRuns>
