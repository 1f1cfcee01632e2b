import { layerEffect, EffectMeasureInput } from './layer-effect'
import { action } from '../action'

export const effectActions = {
  /**
   * The queries that name the tool, and those that name the tools most like it, are asked with it
   * and without. Writes nothing and indexes nothing.
   */
  'effect.measure': action({
    summary: 'What an author’s layer would do to golden queries, were it saved',
    input: EffectMeasureInput,
    run: layerEffect,
  }),
}
