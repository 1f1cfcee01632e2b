import type { WorksWith } from '../../domain/works-with'
import type { Call } from '../app'
import { readingTools } from '../call-progress'
import type { AppContext, Handlers } from '../handlers'
import { chosenRecipe, type AskedOf } from '../works-with'
import { findTools, type FoundIn } from './find-tools'
import { searchTools } from './search-tools'
import { sessionStep } from './session-step'

/** What an agent asks that works with a catalog. Its session is its caller's: nothing is kept here. */
export const agentHandlers = (context: AppContext): Handlers<'agent'> => {
  async function within<Input extends AskedOf & { dir: string }, Result>(
    input: Input,
    call: Call,
    work: (at: FoundIn, asked: Input & WorksWith) => Promise<Result>,
  ): Promise<Result> {
    const session = await context.sessions.of(input.dir)
    const asked = { ...input, ...(await chosenRecipe(context, input.dir, input)) }
    return session.withCatalog(
      (catalog) => work({ context, catalog, wordings: session.wordings }, asked),
      readingTools(call, context.clock),
    )
  }
  return {
    'agent.select': (input, call) => within(input, call, (at, asked) => findTools(at, asked, call)),
    'agent.search': (input, call) =>
      within(input, call, (at, asked) => searchTools(at, asked, call)),
    'agent.step': (input, call) => within(input, call, (at, asked) => sessionStep(at, asked, call)),
  }
}
