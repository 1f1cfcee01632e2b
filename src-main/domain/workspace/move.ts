import { z } from 'zod'
import { ModelName } from '../model/model'

/**
 * That a workspace moves to another embedder: once all its tool documents are embedded with that
 * one, and not before.
 */
export const Move = z.object({
  to: ModelName,
  /**
   * Whether its owner said to go on with it, or to stop. Where neither was said, a short one begins
   * by itself.
   */
  wanted: z.boolean().optional(),
})
export type Move = z.infer<typeof Move>

/** How far a move is. */
export const MoveState = Move.extend({
  documents: z.number().int(),
  /** Of these documents. */
  embedded: z.number().int(),
  /** About how long the others take. */
  seconds: z.number(),
})
export type MoveState = z.infer<typeof MoveState>
