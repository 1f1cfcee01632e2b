import { z } from 'zod'

/** What is decided of anything proposed. */
export const Verdict = z.enum(['accepted', 'rejected', 'skipped'])
export type Verdict = z.infer<typeof Verdict>
