import { z } from 'zod'

const Share = z.object({ read: z.number().int(), all: z.number().int() })

/** What an import took of all that it was given. */
export const ImportAccount = z.object({
  /** None of a server that lists its tools. */
  files: Share,
  /** Entries that were meant as tools, those among them that could not be read included. */
  tools: Share,
  /** Fields of tools that nothing here reads, those that most tools have first. */
  fields: z.array(z.string()),
  /** What each format read, the surest first. */
  formats: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      files: z.number().int(),
      tools: z.number().int(),
    }),
  ),
  /** Whether less came in than was left out: nobody is to take that for a success. */
  mostLeftOut: z.boolean(),
})
export type ImportAccount = z.infer<typeof ImportAccount>
