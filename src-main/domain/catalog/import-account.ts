import { z } from 'zod'
import { counted } from '../value/quantity'

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

/** Fields that the line of an account names. */
const FIELDS_NAMED = 5

/** An account in one line: `5 of 6 files · 22 of 23 tools · fields not understood: owner, tier`. */
export function accountText({ files, tools, fields }: ImportAccount): string {
  const named = fields.slice(0, FIELDS_NAMED).join(', ')
  const more = fields.length > FIELDS_NAMED ? ` and ${fields.length - FIELDS_NAMED} more` : ''
  return [
    ...(files.all > 0 ? [`${files.read} of ${counted(files.all, 'file')}`] : []),
    `${tools.read} of ${counted(tools.all, 'tool')}`,
    ...(fields.length > 0 ? [`fields not understood: ${named}${more}`] : []),
  ].join(' · ')
}
