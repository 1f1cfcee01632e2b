import { z } from 'zod'

/**
 * What a golden set is for: changes are judged by development sets, and what was chosen is tested
 * on a test set, which nothing learns from.
 */
export const SetPurpose = z.enum(['development', 'test'])
export type SetPurpose = z.infer<typeof SetPurpose>

/** A measurement on a test set. The more there were, the more it has become a development set. */
export const Look = z.object({
  at: z.string(),
  /** In a person's words. */
  why: z.string(),
})
export type Look = z.infer<typeof Look>

/** What a golden set that is or was a test set is for. */
export const GoldenUse = z.object({
  set: z.string().min(1),
  purpose: SetPurpose,
  /** How often it was measured on as a test set. */
  looked: z.number().int().min(0),
  /** The last of them, the newest first. */
  looks: z.array(Look),
})
export type GoldenUse = z.infer<typeof GoldenUse>

/** Looks that are told with their reason; all are counted. */
export const MOST_LOOKS = 50
