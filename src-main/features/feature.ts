import type { z } from 'zod'
import type { Action } from '../app/action'

/**
 * What a feature adds to the core. Its commands of the terminal stand in `commands.ts`, its panels
 * in `src-renderer/features/`.
 */
export interface Feature {
  /** What can be asked of it, by name. */
  actions: Readonly<Record<string, Action<z.ZodObject, unknown>>>
}
