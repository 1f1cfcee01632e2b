import { Problem } from '../../domain/problem'
import type { WorksWith } from '../../domain/recipe/choice'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { chosenRecipe, type QueryChoices } from '../recipes/works-with'
import { readingTools } from '../requests/call-progress'
import type { FoundIn } from './find-tools'

/**
 * Work with the catalog as the last commit of any program left it, asked of the recipe chosen. Who
 * asks of a workspace by its id too is refused where another was put in its folder.
 */
export function within<Asked extends WorksWith & { dir: string }, Answer>(
  work: (at: FoundIn, asked: Asked, call: Call) => Promise<Answer>,
) {
  type Input = Omit<Asked, keyof WorksWith> &
    QueryChoices & { dir: string; of?: string | undefined }
  return async (context: AppContext, input: Input, call: Call): Promise<Answer> => {
    const session = await context.sessions.of(input.dir)
    const asked = { ...input, ...(await chosenRecipe(context, input.dir, input)) }
    return session.withCatalog(
      (catalog, { id }) => {
        if (input.of !== undefined && input.of !== id) throw replaced()
        const at = { context, catalog, promptOverrides: session.promptOverrides }
        return work(at, asked as Asked & Input, call)
      },
      readingTools(call, context.clock),
    )
  }
}

const replaced = (): Problem =>
  new Problem(
    'conflict',
    'Another workspace was put in the place of the one that is served.',
    'Start serving again.',
  )
