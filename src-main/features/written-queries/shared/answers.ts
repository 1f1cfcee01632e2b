import { z } from 'zod'
import { BUNDLE_WAYS, WRITING } from '../../../domain/query/writing'
import {
  BundleWay,
  WritingStyle,
  type WrittenQuery,
  type WrittenState,
} from '../../../domain/query/written-query'
import { ToolId } from '../../../domain/tool/tool'
import { Dir } from '../../../contract/workspace'
import { USUAL_SIZES } from './sizes'

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

export const Draw = z.object({
  dir: Dir,
  draw: BundleDraw.prefault({}),
  writer: QueryWriter.default('model'),
  style: WritingStyle.prefault({}),
})

/** The model that judges; left out: the one that writes. */
export const Judge = z.string().min(1).max(200).optional()

export interface ToolShown {
  id: ToolId
  name: string
  description: string
  isGone: boolean
}

export type Short = {
  size: number
  count: number
}[]

/** A text that says nearly the same, and where it stands. */
export interface NearText {
  of: 'golden' | 'logged' | 'question' | 'example'
  /** The golden set, or the tool. */
  where: string
  text: string
}

export interface WrittenRow extends Omit<WrittenQuery, 'style'> {
  /** Of the query as it stands, edits included. */
  tools: ToolShown[]
  /** The tool left out, or put in the place of the only one, for the judge. */
  tested?: ToolShown
  near: NearText[]
}

export type WrittenCounts = Record<WrittenState, number>

export interface WritingPreviewAnswer {
  /** Tools that are drawn from. */
  tools: number
  /** Of those, tools that no golden query names. */
  uncovered: number
  bundles: number
  /** The first of them. */
  shown: {
    tools: ToolShown[]
    way: z.infer<typeof BundleWay>
  }[]
  /** What could not be drawn. */
  short: Short
  /** Of a template: bundles with a tool that it has no words of. */
  wordless: number
  /** Calls of a chat model at most. */
  calls: {
    writing: number
    judging: number
  }
  /** How long these take by earlier calls to the same model; absent where there were none. */
  expectedMs?: number
}

export interface WritingDrawAnswer {
  drawn: number
  short: Short
  wordless: number
}

export interface WritingWriteAnswer {
  /** Bundles that the model was asked for. */
  asked: number
  written: number
  /** Queries that the judge was asked about. */
  judged: number
  kept: number
  dropped: number
  /** Bundles whose answer could not be used, or with a tool that is gone. */
  refused: number
  /** Why the model could not be asked, each once. */
  failed: string[]
  /** What was to be written or judged and was not. */
  left: number
}

export interface WritingListAnswer {
  total: number
  counts: WrittenCounts
  rows: WrittenRow[]
  /** Of those that wait, how many the judge kept. */
  passed: number
  /**
   * Of those refused, how many the models now chosen were not asked about: they are, by
   * `writing.write`.
   */
  refusedToOthers: number
}
