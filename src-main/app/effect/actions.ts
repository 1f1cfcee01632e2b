import { layerEffect, EffectMeasureInput } from './layer-effect'
import { action } from '../action'

export const effectActions = {
  /** Writes nothing and indexes nothing. */
  'effect.measure': action({
    summary:
      'What an author’s layer would do, were it saved: the golden queries that name the tool, and those that name the tools most like it, asked with it and without',
    input: EffectMeasureInput,
    run: layerEffect,
  }),
}
