import { z } from 'zod'
import { SetAsideFinding } from '../catalog/lint'
import { Bundle } from '../query/bundle'
import { GoldenQuery } from '../query/golden-set'
import { JsonObject, ToolId } from '../tool/tool'

/**
 * A tool and its author's layer: of one that was edited, the fields that differ; of one that was
 * made or removed, all of it.
 */
const Entry = z.object({ tool: JsonObject, layer: JsonObject })

/**
 * A query before and after a change, absent where it was not there, and the query that it stood
 * behind.
 */
const QueryDifference = z.object({
  id: z.string(),
  before: GoldenQuery.optional(),
  after: GoldenQuery.optional(),
  /** Of the queries before it on the side where it is, the nearest; none where it was the first. */
  behind: z.object({ before: z.string().optional(), after: z.string().optional() }).optional(),
})
export type QueryDifference = z.infer<typeof QueryDifference>

/** The kinds of record whose changes are kept record by record. */
export const REPLACED_KINDS = [
  'tools',
  'layers',
  'bundles',
  'fieldWeights',
  'sources',
  'standardFields',
  'prompts',
  'ownRecipes',
  'parameterRules',
  'runs',
  'agentRuns',
] as const

/**
 * A record that an import or an edit wrote. Of one that stays, the fields that differ. One that
 * comes or goes is kept whole only while it is not there: else a mark stands for it, as an import
 * of thousands would keep all of them twice.
 */
const RecordDifference = z.object({
  of: z.literal('record'),
  kind: z.enum(REPLACED_KINDS),
  key: z.string(),
  differs: z.object({ before: JsonObject, after: JsonObject }).optional(),
  /** `mark`: of it as it is, or was, while it is there. */
  whole: z
    .object({ isNew: z.boolean(), mark: z.string(), record: JsonObject.optional() })
    .optional(),
})

/** What a change replaced, as it was before and after; absent where it was not there. */
export const Replaced = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('tool'),
    id: ToolId,
    before: Entry.optional(),
    after: Entry.optional(),
  }),
  z.object({
    of: z.literal('golden set'),
    set: z.string(),
    /** Whether there was such a set, and is. */
    was: z.boolean(),
    is: z.boolean(),
    /** Those that differ, in the order of the sets. */
    queries: z.array(QueryDifference),
  }),
  z.object({
    of: z.literal('finding'),
    before: SetAsideFinding.optional(),
    after: SetAsideFinding.optional(),
  }),
  z.object({
    of: z.literal('server text'),
    server: z.string(),
    /** Empty where it said nothing. */
    before: z.string(),
    after: z.string(),
  }),
  z.object({ of: z.literal('logged query'), before: Bundle.optional(), after: Bundle.optional() }),
  RecordDifference,
])
export type Replaced = z.infer<typeof Replaced>
export type ReplacedOf<Of extends Replaced['of']> = Extract<Replaced, { of: Of }>

/** A change that can be taken back by its name; what it replaced is read only then. */
export const ChangeRecord = z.object({
  name: z.string().min(1),
  /** Rises from change to change. */
  number: z.number().int(),
  at: z.string(),
  /** What was done, as a sentence without its end. */
  what: z.string(),
  /** Tools, queries, findings and other records in it. */
  size: z.number().int(),
  /**
   * Whether it changed what is searched: tools, author’s texts, what servers say of themselves.
   * Absent in earlier changes.
   */
  isOfCatalog: z.boolean().optional(),
  /** Whether it is taken back, and can be made again. */
  isUndone: z.boolean(),
})
export type ChangeRecord = z.infer<typeof ChangeRecord>
