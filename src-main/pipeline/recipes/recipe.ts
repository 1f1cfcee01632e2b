import type { z } from 'zod'
import { Problem } from '../../domain/problem'
import type { Query, Ranking, SetSize } from '../../domain/query/query'
import type { ComparedBy } from '../../domain/recipe/field-weights'
import { absentRecipeText } from '../../domain/recipe/left'
import type { EffectCondition } from '../../domain/recipe/option'
import type { Simulated } from '../../domain/recipe/simulated'
import type { JsonObject } from '../../domain/tool/tool'
import type { OnMatches } from '../fields/score-fields'
import type { Kit } from '../kit'
import { namedFirst } from '../selection/named-first'
import { beforeSelection, type Pipeline, type ToolSelection } from '../stage'
import { FilterOptions } from './options'

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

/** The recipes there are, and which of them serve where nobody has chosen one. */
export interface Recipes {
  /** In the order people are offered them. */
  all: readonly Recipe[]
  /** The one to begin with. */
  standard: string
  /** The one that needs no embedder. */
  wordsAlone: string
}

/** Tells what a recipe stands for, by its id; nothing of one that is the product's own. */
export const simulatedBy =
  ({ all }: Recipes) =>
  (recipe: string): Recipe['simulates'] =>
    all.find(({ id }) => id === recipe)?.simulates

/** @throws Problem `not-found` naming the recipes there are. */
export function recipeOf({ all }: Pick<Recipes, 'all'>, id: string): Recipe {
  const found = all.find((recipe) => recipe.id === id)
  if (found) return found
  const ids = all.map((recipe) => recipe.id).join(', ')
  throw new Problem('not-found', absentRecipeText(id), `Choose one of: ${ids}.`)
}

type FieldsLearner = Recipe & Required<Pick<Recipe, 'learnsFields'>>

/** The recipe whose weights of fields are learned. */
export function fieldsLearner({ all }: Pick<Recipes, 'all'>): FieldsLearner {
  const found = all.find((recipe): recipe is FieldsLearner => !!recipe.learnsFields)
  if (found) return found
  throw new Error('No recipe has weights of fields.')
}

/**
 * The search that knows labelled queries best: of it is asked where texts lead, whichever recipe is
 * worked with.
 */
export function taughtSearch({ all }: Pick<Recipes, 'all'>): {
  recipe: string
  options: JsonObject
} {
  const recipe = all.find(({ taught }) => taught)
  if (!recipe?.taught) throw new Error('No recipe learns from labelled queries.')
  return { recipe: recipe.id, options: recipe.taught as JsonObject }
}

/**
 * Ties the type of `build`'s options to the schema's. Tools that a request names come first in
 * every recipe but those that do what a provider's own search does.
 */
export function recipe<Options extends z.ZodObject>(definition: Recipe<Options>): Recipe {
  const given: Recipe = definition
  if (given.simulates) return given
  return {
    ...given,
    build: withNamedFirst(given.build),
    ...(given.expand && { expand: withNamedFirst(given.expand) }),
  }
}

const withNamedFirst =
  (build: Recipe['build']): Recipe['build'] =>
  (kit, options) => {
    const named = { names: kit.names, among: kit.among(FilterOptions.parse(options)) }
    return beforeSelection(build(kit, options), (gives) => namedFirst(named, gives))
  }
