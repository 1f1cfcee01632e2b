import { z } from 'zod'

/**
 * What a list is narrowed down to; every word is looked for in every entry, so there are not too
 * many.
 */
export const SearchText = z
  .string()
  .max(1_000)
  .default('')
  .meta({ title: 'text', description: 'only those that hold this text' })
