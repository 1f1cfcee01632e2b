import { z } from 'zod'
import { GOLDEN } from '../domain/golden-limits'
import { ToolId } from '../domain/tool'
import { BUNDLE_WAYS, USUAL_SIZES, WRITING } from '../domain/writing'
import { BundleWay, WrittenQuery, WrittenState, WritingStyle } from '../domain/written-query'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

/** Which bundles are drawn. */
export const BundleDraw = z.object({
  /** Drawn from these; left out: from all that agents may be offered. */
  ids: z.array(ToolId).min(1).optional(),
  /** Only from tools of these servers, and with any of these tags. */
  servers: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  sizes: z
    .array(
      z.object({
        size: z.number().int().min(1).max(WRITING.mostTools),
        count: z.number().int().min(1).max(WRITING.mostBundles),
      }),
    )
    .min(1)
    .max(WRITING.mostTools)
    .default([...USUAL_SIZES]),
  ways: z
    .array(BundleWay)
    .min(1)
    .max(BUNDLE_WAYS.length)
    .default(['dependencies', 'logged', 'random']),
  /** What bundles are spread over, each in turn; `none`: every tool has the same chance. */
  spread: z.enum(['servers', 'tags', 'none']).default('servers'),
  /** Whether the tools that fewest golden queries name are drawn first. */
  uncoveredFirst: z.boolean().default(true),
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
})

/** Who writes: the chat model, or a template without a model. */
export const QueryWriter = z.enum(['model', 'example', 'parameters'])
export type QueryWriter = z.infer<typeof QueryWriter>

const Draw = z.object({
  dir: Dir,
  draw: BundleDraw.prefault({}),
  writer: QueryWriter.default('model'),
  style: WritingStyle.prefault({}),
})

/** The model that judges; left out: the one that writes. */
const Judge = z.string().min(1).max(200).optional()

const ToolShown = z.object({
  id: ToolId,
  name: z.string(),
  description: z.string(),
  isGone: z.boolean(),
})
export type ToolShown = z.infer<typeof ToolShown>

const Short = z.array(z.object({ size: z.number().int(), count: z.number().int() }))

/** A text that says nearly the same, and where it stands. */
const NearText = z.object({
  of: z.enum(['golden', 'logged', 'question', 'example']),
  /** The golden set, or the tool. */
  where: z.string(),
  text: z.string(),
})
export type NearText = z.infer<typeof NearText>

export const WrittenRow = WrittenQuery.omit({ style: true }).extend({
  /** Of the query as it stands, edits included. */
  tools: z.array(ToolShown),
  /** The tool left out, or put in the place of the only one, for the judge. */
  tested: ToolShown.optional(),
  near: z.array(NearText),
})
export type WrittenRow = z.infer<typeof WrittenRow>

export const Counts = z.record(WrittenState, z.number().int())
export type WrittenCounts = z.infer<typeof Counts>

/** Golden queries that a model or a template writes for bundles of tools, a judge looks through, and the author decides. */
export const writingRoutes = {
  /** What would be drawn, and what it costs; writes nothing. */
  'writing.preview': {
    input: Draw,
    output: z.object({
      /** Tools that are drawn from. */
      tools: z.number().int(),
      /** Of those, tools that no golden query names. */
      uncovered: z.number().int(),
      bundles: z.number().int(),
      /** The first of them. */
      shown: z.array(z.object({ tools: z.array(ToolShown), way: BundleWay })),
      /** What could not be drawn. */
      short: Short,
      /** Of a template: bundles with a tool that it has no words of. */
      wordless: z.number().int(),
      /** Calls of a chat model at most. */
      calls: z.object({ writing: z.number().int(), judging: z.number().int() }),
      /** How long these take by earlier calls to the same model; absent where there were none. */
      expectedMs: z.number().optional(),
    }),
  },
  /** Draws bundles, and keeps them for `writing.write`; with a template, writes their queries at once. */
  'writing.draw': {
    input: Draw,
    output: z.object({
      drawn: z.number().int(),
      short: Short,
      wordless: z.number().int(),
    }),
  },
  /**
   * Has the chat model write for all that is drawn, and a judge look at each. What is answered is kept as it goes, so that a stop,
   * a failure or a kill loses nothing, and doing it again goes on from there. What another model could not answer is asked once more.
   */
  'writing.write': {
    input: z.object({
      dir: Dir,
      judge: Judge,
    }),
    output: z.object({
      /** Bundles that the model was asked for. */
      asked: z.number().int(),
      written: z.number().int(),
      /** Queries that the judge was asked about. */
      judged: z.number().int(),
      kept: z.number().int(),
      dropped: z.number().int(),
      /** Bundles whose answer could not be used, or with a tool that is gone. */
      refused: z.number().int(),
      /** Why the model could not be asked, each once. */
      failed: z.array(z.string()),
      /** What was to be written or judged and was not. */
      left: z.number().int(),
    }),
  },
  'writing.list': {
    input: z.object({
      dir: Dir,
      /** Who would be asked by `writing.write`. */
      judge: Judge,
      /** Left out: all. */
      states: z.array(WrittenState).min(1).optional(),
      search: SearchText,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({
      total: z.number().int(),
      counts: Counts,
      rows: z.array(WrittenRow),
      /** Of those that wait, how many the judge kept. */
      passed: z.number().int(),
      /** Of those refused, how many the models now chosen were not asked about: they are, by `writing.write`. */
      refusedToOthers: z.number().int(),
    }),
  },
  /** Decides what is written: accepted queries are appended to a golden set, which is made where there is none of that name. */
  'writing.decide': {
    input: z.object({
      dir: Dir,
      chosen: z.union([
        z.object({ ids: z.array(z.string().min(1)).min(1).max(WRITING.mostKept) }),
        /** All that wait and that the judge kept. */
        z.object({ passed: z.literal(true) }),
      ]),
      verdict: z.enum(['accepted', 'rejected', 'skipped']),
      /** Where accepted ones go. */
      set: z.string().trim().min(1).max(GOLDEN.longestSetName).default('written'),
    }),
    output: z.object({
      /** By which it is undone; absent where nothing was decided. */
      batch: z.string().optional(),
      decided: z.number().int(),
      /** Decided already, gone, or without a tool of the catalog. */
      passedOver: z.number().int(),
    }),
  },
  /** Changes the text or the tools of a query that is not accepted. What is as it was written is no edit. */
  'writing.edit': {
    input: z.object({
      dir: Dir,
      id: z.string().min(1),
      text: z.string().trim().min(1).max(WRITING.longestQuery).optional(),
      tools: z.array(ToolId).min(1).max(100).optional(),
    }),
    output: WrittenRow,
  },
  /** Takes decisions back, the last ones unless a batch is named; queries that were accepted leave their golden set. */
  'writing.undo': {
    input: z.object({ dir: Dir, batch: z.string().min(1).optional() }),
    output: z.object({
      undone: z.number().int(),
      /** Queries that left their golden set. */
      removed: z.number().int(),
      /** Queries that stay accepted, for they were changed in their golden set since. */
      left: z.number().int(),
    }),
  },
  /** Removes what is drawn or written and in one of these states. Accepted queries stay in their golden sets. */
  'writing.forget': {
    input: z.object({ dir: Dir, states: z.array(WrittenState).min(1) }),
    output: z.object({ forgotten: z.number().int() }),
  },
}
