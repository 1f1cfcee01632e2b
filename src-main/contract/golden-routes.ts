import { z } from 'zod'
import { GOLDEN } from '../domain/golden-limits'
import { GoldenQuery } from '../domain/golden-set'
import { GoldenSetSummary } from '../domain/run'
import { ToolId } from '../domain/tool'
import { LoggedTool } from './logged-tool'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

/** The change that a request made, by which it can be undone as long as the app runs; absent where nothing changed. */
const Change = z.string().optional()

const SetName = z.string().trim().min(1).max(GOLDEN.longestSetName)

/** What one request may name. */
const Ids = z.array(z.string().max(1_000)).min(1).max(1_000)

const Place = {
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(1000).default(200),
}

/** A golden query as it is written: its bounds are told in words, see {@link GOLDEN}. */
export const WrittenQuery = GoldenQuery.pick({
  grades: true,
  calls: true,
  turns: true,
  tags: true,
}).extend({
  /** Left out: a new one. */
  id: z.string().min(1).max(1_000).optional(),
  text: z.string().max(1_000_000),
  tools: z.array(ToolId).max(10_000),
  /** Has to be said of a query that names no tool, and of no other. */
  noTool: z.boolean().default(false),
})
export type WrittenQuery = z.output<typeof WrittenQuery>

/** A text of the workspace that a golden query says as well, or nearly. */
export const Leak = z.object({
  kind: z.enum([
    /** That an author wrote for a tool, and which is indexed with it. */
    'question',
    /** Of a tool's imported definition, or of its standardised fields as they came or its author corrected them. */
    'example',
    'logged',
  ]),
  text: z.string(),
  /** Whose question or example it is. */
  tool: ToolId.optional(),
  /** Word for word, whatever case and spaces; else nearly. */
  isSame: z.boolean(),
})
export type Leak = z.infer<typeof Leak>

export const GoldenRow = z.object({
  /** Equal for equal rows of one set, and none else. */
  id: z.string(),
  query: GoldenQuery,
  /** The right tools by name, in their order. */
  tools: z.array(LoggedTool),
  leaks: z.array(Leak),
})
export type GoldenRow = z.infer<typeof GoldenRow>

/** Which queries of a set are listed. */
export const GoldenShow = z.enum([
  'all',
  /** That name a tool. */
  'positive',
  /** That no tool fits. */
  'negative',
  'leaks',
  /** A right tool or an expected call of which is not in the catalog. */
  'astray',
])
export type GoldenShow = z.infer<typeof GoldenShow>

/** How a set is split in two. */
export const SplitWay = z.discriminatedUnion('by', [
  /** A share of the queries, drawn. */
  z.object({
    by: z.literal('seed'),
    share: z.number().gt(0).lt(1),
    seed: z.number().int().min(0).default(1),
  }),
  /** All queries of some tools: those named, or a share of the tools, drawn. */
  z.object({
    by: z.literal('tools'),
    tools: z.array(ToolId).min(1).max(10_000).optional(),
    share: z.number().gt(0).lt(1).default(0.2),
    seed: z.number().int().min(0).default(1),
  }),
])
export type SplitWay = z.infer<typeof SplitWay>

/** Golden sets: queries with their right tools. */
export const goldenRoutes = {
  'golden.list': { input: z.object({ dir: Dir }), output: z.array(GoldenSetSummary) },
  'golden.queries': {
    input: z.object({ dir: Dir, set: z.string(), search: SearchText, ...Place }),
    output: z.object({
      total: z.number().int(),
      queries: z.array(GoldenQuery),
      /** Golden tools that the catalog does not hold. */
      unknownTools: z.array(ToolId),
    }),
  },
  /** A page of a set's queries as they are edited; the search looks at texts, tools, tags and ids. */
  'golden.page': {
    input: z.object({
      ...{ dir: Dir, set: z.string(), search: SearchText },
      show: GoldenShow.default('all'),
      tag: z.string().optional(),
      /** Only those of this tool. */
      tool: ToolId.optional(),
      ...Place,
    }),
    output: z.object({
      total: z.number().int(),
      rows: z.array(GoldenRow),
      /** Of all queries of the set, whatever is sought. */
      counts: z.object({
        all: z.number().int(),
        negative: z.number().int(),
        leaks: z.number().int(),
        astray: z.number().int(),
      }),
      /** The tags that there are, by name. */
      tags: z.array(z.object({ tag: z.string(), queries: z.number().int() })),
    }),
  },
  /** What saving a query would say, and which texts it repeats. Writes nothing. */
  'golden.check': {
    input: z.object({
      dir: Dir,
      /** A set that is not there yet may be named. */
      set: SetName,
      query: WrittenQuery,
      base: GoldenQuery.optional(),
    }),
    output: z.object({
      /** Why it would be refused. */
      faults: z.array(z.string()),
      /** What to know of it that refuses nothing. */
      notices: z.array(z.string()),
      leaks: z.array(Leak),
      /** Another query of the set that says the same. */
      same: GoldenQuery.optional(),
    }),
  },
  /**
   * Writes one query into a set, which is made where it is not there. @throws Problem `bad-input` for a query that cannot be
   * a golden one, `conflict` where the set says the same already or somebody changed the query to something else meanwhile,
   * `not-found` where it or a newly named tool is gone.
   */
  'golden.save': {
    input: z.object({
      dir: Dir,
      set: SetName,
      query: WrittenQuery,
      /** The query as its editor read it; left out for a new one. */
      base: GoldenQuery.optional(),
    }),
    output: z.object({
      query: GoldenQuery,
      isNew: z.boolean(),
      /** Of the set by then. */
      queries: z.number().int(),
      leaks: z.array(Leak),
      notices: z.array(z.string()),
      change: Change,
    }),
  },
  /**
   * Puts queries as they are into a set, which is made where it is not there. Those that cannot be golden queries, or that it
   * says already, are refused, and the others added.
   */
  'golden.add': {
    input: z.object({
      ...{ dir: Dir, set: SetName, queries: z.array(GoldenQuery).min(1).max(1_000) },
      /** They stood in a set before: that a tool is gone by now, or that they hold more than is written here, is no fault. */
      restored: z.boolean().default(false),
    }),
    output: z.object({
      added: z.number().int(),
      /** `at`: the place among those given. */
      refused: z.array(z.object({ at: z.number().int(), why: z.string() })),
      change: Change,
    }),
  },
  'golden.remove': {
    input: z.object({ dir: Dir, set: z.string(), ids: Ids }),
    output: z.object({ removed: z.number().int(), change: Change }),
  },
  /** Gives queries tags and takes others away. */
  'golden.tag': {
    input: z.object({
      ...{ dir: Dir, set: z.string(), ids: Ids },
      add: z.array(z.string()).max(100).default([]),
      remove: z.array(z.string()).max(1_000).default([]),
    }),
    output: z.object({ changed: z.number().int(), change: Change }),
  },
  /** Moves or copies queries to another set, which is made where it is not there. What it says already is left where it is. */
  'golden.move': {
    input: z.object({
      ...{ dir: Dir, set: z.string(), ids: Ids, to: SetName },
      copy: z.boolean().default(false),
    }),
    output: z.object({
      moved: z.number().int(),
      /** That the other set says already. */
      left: z.number().int(),
      change: Change,
    }),
  },
  /** Makes two new sets of one, which stays. @throws Problem `conflict` for names that are taken. */
  'golden.split': {
    input: z.object({
      ...{ dir: Dir, set: z.string(), way: SplitWay },
      /** Of the set with the share or the tools, and of the one with the rest. */
      names: z.object({ part: SetName, rest: SetName }),
      /** Counts without writing. */
      preview: z.boolean().default(false),
    }),
    output: z.object({
      part: z.number().int(),
      rest: z.number().int(),
      /** Tools on the side of the part, where it is split by tools. */
      tools: z.number().int().optional(),
      /** Queries of tools on both sides, which neither set takes: the first few of them, and how many there are. */
      both: z.object({
        queries: z.number().int(),
        first: z.array(z.object({ id: z.string(), text: z.string() })),
      }),
      change: Change,
    }),
  },
  /** Makes an empty set. @throws Problem `conflict` for a name that is taken. */
  'golden.create': {
    input: z.object({ dir: Dir, set: SetName }),
    output: z.object({ created: z.string(), change: Change }),
  },
  'golden.rename': {
    input: z.object({ dir: Dir, set: z.string(), name: SetName }),
    output: z.object({ name: z.string(), change: Change }),
  },
  'golden.delete': {
    input: z.object({ dir: Dir, set: z.string() }),
    output: z.object({ deleted: z.string(), change: Change }),
  },
  /**
   * Takes one of the last changes back. @throws Problem `not-found` where it is not remembered any more, `conflict` where the
   * same queries were changed since: then nothing is changed.
   */
  'golden.undo': {
    input: z.object({ dir: Dir, change: z.string() }),
    output: z.object({ changed: z.number().int(), set: z.string().optional() }),
  },
  /** Makes a change again that was taken back; throws as `golden.undo`. */
  'golden.redo': {
    input: z.object({ dir: Dir, change: z.string() }),
    output: z.object({ changed: z.number().int(), set: z.string().optional() }),
  },
  'golden.export': {
    input: z.object({ dir: Dir, set: z.string(), format: z.enum(['json', 'csv']) }),
    output: z.object({ file: z.string(), name: z.string(), size: z.number() }),
  },
}
