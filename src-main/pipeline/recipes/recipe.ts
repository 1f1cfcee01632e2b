import type { z } from 'zod'
import type { EmbedCall } from '../knowledge-base/embed-documents'
import type { KnowledgeBase } from '../knowledge-base/knowledge-base'
import type { Pipeline } from '../stage'

/** What a recipe may use. */
export interface RecipePorts {
  knowledgeBase: KnowledgeBase
}

/** A way of picking tools: the options it takes and the chain of stages it builds from them. */
export interface Recipe<Options extends z.ZodObject = z.ZodObject> {
  id: string
  title: string
  /** In one sentence, for people who choose. */
  summary: string
  /** Where the method is from. */
  source: string
  /** Whether it compares embeddings. */
  embeds: boolean
  /** Every option with its default, title, description and bounds. */
  options: Options
  /** Index time: builds what the stages search, so that a query does not wait for it. */
  index(ports: RecipePorts, options: z.output<Options>, call?: EmbedCall): Promise<unknown>
  /** Query time. */
  build(ports: RecipePorts, options: z.output<Options>): Pipeline
}

/** Ties the type of `build`'s options to the schema's. */
export const recipe = <Options extends z.ZodObject>(definition: Recipe<Options>): Recipe =>
  definition
