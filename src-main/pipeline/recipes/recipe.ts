import type { z } from 'zod'
import type { Component } from '../../domain/tool-document'
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
  /** Index time: the components of the tool documents that must be embedded; absent where no vectors are needed. */
  embeds?(options: z.output<Options>): readonly Component[]
  /** Every option with its default, title, description and bounds. */
  options: Options
  /** Query time. */
  build(ports: RecipePorts, options: z.output<Options>): Pipeline
}

/** Ties the type of `build`'s options to the schema's. */
export const recipe = <Options extends z.ZodObject>(definition: Recipe<Options>): Recipe =>
  definition
