import type { AppContext, Handlers } from '../handlers'
import { layerEffect } from './layer-effect'

export const effectHandlers = (context: AppContext): Handlers<'effect'> => ({
  'effect.measure': (input, call) => layerEffect(context, input, call),
})
