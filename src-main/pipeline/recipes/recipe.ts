import type { z } from 'zod'
import type { Query, Ranking, SetSize } from '../../domain/query/query'
import type { ComparedBy } from '../../domain/recipe/field-weights'
import type { EffectCondition } from '../../domain/recipe/option'
import type { Simulated } from '../../domain/recipe/simulated'
import type { JsonObject } from '../../domain/tool/tool'
import type { OnMatches } from '../fields/score-fields'
import type { Kit } from '../kit'
import type { Pipeline, ToolSelection } from '../stage'

/** A way of picking tools: the options it takes and the pipeline it builds from them. */
export interface Recipe<Options extends z.ZodObject = z.ZodObject> {
  id: string
  title: string
  /** In one sentence, for people who choose. */
  summary: string
  /** Where the method is from. */
  source: string
  /** Set where it does what a provider’s own search does, as far as that is published. */
  simulates?: Simulated
  /** Who decides how many tools the set holds: the caller, by k, or the recipe itself. */
  size: SetSize
  /**
   * Where the caller decides it unless options say otherwise: any of these, each with all that must
   * hold.
   */
  adaptiveWhere?: EffectCondition[][]
  /**
   * Every option with its default, title, description and bounds. How many tools are wanted is not
   * among them.
   */
  options: Options
  /**
   * Where it depends on options whether a model is asked: any of these, each with all that must
   * hold.
   */
  asksModelWhere?: EffectCondition[][]
  /**
   * The options with which it learns most from labelled queries, where it searches better for them.
   */
  taught?: Partial<z.input<Options>>
  build(kit: Kit, options: z.output<Options>): ToolSelection
  /**
   * What an agent that misses a tool in mid-run searches with, where the system has such a search.
   */
  expand?(kit: Kit, options: z.output<Options>): ToolSelection
  /** How its weights of fields are learned, where it has any. */
  learnsFields?: LearnsFields<z.output<Options>>
}

/** What learning weights of fields asks of a recipe. */
interface LearnsFields<Options> {
  /** With these, fields are compared so and count equally. */
  optionsFor(comparedBy: ComparedBy): JsonObject
  /** The ranking that it selects from. */
  ranked(kit: Kit, options: Options, onMatches?: OnMatches): Pipeline<Query, Ranking>
  /**
   * The title of the recipe that does as well or better where no tool has fields that a model
   * wrote.
   */
  instead: string
}

/** Ties the type of `build`'s options to the schema's. */
export const recipe = <Options extends z.ZodObject>(definition: Recipe<Options>): Recipe =>
  definition
