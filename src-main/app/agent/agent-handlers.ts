import type { Call } from '../app'
import { readingTools } from '../call-progress'
import type { AppContext, Handlers } from '../handlers'
import { findTools, type FoundIn } from './find-tools'
import { searchTools } from './search-tools'
import { sessionStep } from './session-step'

/** What an agent asks that works with a catalog. Its session is its caller's: nothing is kept here. */
export const agentHandlers = (context: AppContext): Handlers<'agent'> => {
  async function within<Result>(
    dir: string,
    call: Call,
    work: (at: FoundIn) => Promise<Result>,
  ): Promise<Result> {
    const session = await context.sessions.of(dir)
    return session.withCatalog(
      (catalog) => work({ context, catalog, wordings: session.wordings }),
      readingTools(call, context.clock),
    )
  }
  return {
    'agent.select': (input, call) => within(input.dir, call, (at) => findTools(at, input, call)),
    'agent.search': (input, call) => within(input.dir, call, (at) => searchTools(at, input, call)),
    'agent.step': (input, call) => within(input.dir, call, (at) => sessionStep(at, input, call)),
  }
}
