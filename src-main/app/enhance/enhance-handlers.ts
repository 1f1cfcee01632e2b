import type { AppContext, Handlers } from '../handlers'
import { collect } from './collect'
import { forget } from './forget'
import { plan } from './plan'
import { enhance } from './run'

export const enhanceHandlers = (context: AppContext): Handlers<'enhance'> => ({
  'enhance.plan': (input, call) => plan(context, input, call),
  'enhance.run': (input, call) => enhance(context, input, call),
  'enhance.collect': (input, call) => collect(context, input, call),
  async 'enhance.forget'({ dir, ...chosen }) {
    return forget(await context.sessions.of(dir), chosen)
  },
})
