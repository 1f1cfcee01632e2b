import { z } from 'zod'
import type { PublishAnswer } from './shared/answers'
import { Dir } from '../../contract/workspace'
import type { ModelChoice } from '../../domain/model/model'
import { Problem } from '../../domain/problem'
import type { WorksWith } from '../../domain/recipe/choice'
import { sameOptions } from '../../domain/recipe/option'
import type { Run } from '../../domain/run/run'
import type { Settings } from '../../domain/workspace/settings'
import type { PublishedFigures } from '../../domain/workspace/published'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Published } from '../../ports/publishing'
import type { WorkspaceState } from '../../ports/workspace-store'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext } from '../../app/context'
import { storedRuns } from '../../app/evaluation/store'
import { workspaceSettings } from '../../app/models/workspace-models'
import { prepareRecipe } from '../../app/query/answering'
import { parseOptions } from '../../app/recipes/recipe-options'
import { standingChoice } from '../../app/recipes/works-with'
import { counting, readingTools } from '../../app/requests/call-progress'
import { MEASURED } from '../../app/review/stored-measures'
import type { Session } from '../../app/workspaces/session'
import { SEARCHES, searchedInPlace } from './searched-in-place'

export const PublishInput = z.object({
  dir: Dir,
  address: z
    .string()
    .min(1)
    .max(2_000)
    .describe('a folder, or a bucket such as s3://bucket/tools; also gs://, az:// and db://'),
  keep: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'of how many snapshots the tables stay there, the current one always; default: of all',
    ),
  search: z
    .enum(SEARCHES)
    .optional()
    .describe(
      'whether servers hold the catalog in memory, or search it where it lies; default: held, where its vectors are 512 MB at most',
    ),
})
type PublishInput = z.output<typeof PublishInput>

/** Somebody who edits all the time publishes another time. */
const MOST_ROUNDS = 5

/**
 * Publishes a workspace as one commit left it: all that its recipe searches is embedded first, so
 * that no reader has to.
 */
export async function publishWorkspace(
  context: AppContext,
  { dir, keep, search, ...input }: PublishInput,
  call: Call,
): Promise<PublishAnswer> {
  const { clock, publishing, sessions } = context
  const beganMs = clock.elapsedMs()
  const session = await sessions.of(dir)
  const address = publishing.address(input.address)
  for (let round = 1; ; round++) {
    try {
      const { published, withoutVectors } = await session.withCatalog(
        (catalog, state) =>
          publishNow({ context, session, catalog }, { dir, address, keep, search, state }, call),
        readingTools(call, clock),
      )
      return {
        address,
        ...published,
        ...(withoutVectors !== undefined && { withoutVectors }),
        elapsedMs: clock.elapsedMs() - beganMs,
      }
    } catch (error) {
      // The workspace was changed meanwhile: then what it is now is published.
      const isChanged = error instanceof ChangedMeanwhile && round < MOST_ROUNDS
      if (!isChanged) throw error
    }
  }
}

/** The workspace holds another commit than the one that was looked at. */
class ChangedMeanwhile extends Problem {}

interface Wanted extends Pick<PublishInput, 'keep' | 'search'> {
  dir: string
  address: string
  state: WorkspaceState
}

async function publishNow(
  at: { context: AppContext; session: Session; catalog: Catalog },
  { dir, address, keep, search, state }: Wanted,
  call: Call,
): Promise<{ published: Published; withoutVectors: string | undefined }> {
  const { context, session, catalog } = at
  const { clock, about } = context
  const { commit } = state
  const info = await session.store.info()
  if (info.published) throw isPublishedAlready()
  const { works: worksWith } = standingChoice(context.recipes, info.worksWith)
  const settings = await workspaceSettings(context, dir)
  const { promptOverrides } = session
  const asked = { ...worksWith, dir, catalog, promptOverrides }
  await prepareRecipe(context, asked, call)
  const { embedder, without } = await embedderOf(context, settings, call)
  const { recipes } = context
  const measured = { recipes, worksWith, content: state.catalog, embedder: settings.embedder }
  const figures = figuresOf(await storedRuns(session), measured)
  const searching = { ...at, dir, worksWith, promptOverrides, embedder: settings.embedder }
  const searched = await searchedInPlace(searching, search, call)
  // All of it is read of one commit, or none is published.
  if ((await session.store.info()).commit !== commit) throw changedMeanwhile()
  const published = await context.publishing
    .publish(
      {
        dir,
        commit,
        address,
        worksWith,
        models: modelsOf(settings),
        at: clock.timestamp(),
        program: about.version,
        embedder,
        figures,
        searched,
        keep,
        without: [MEASURED],
      },
      { signal: call.signal, onRows: counting(call.emit, `Publishing to ${address}`, 'rows') },
    )
    .catch(async (error: unknown) => {
      const isOther = (await session.store.info()).commit !== commit
      throw isOther && error instanceof Problem && error.code === 'conflict'
        ? changedMeanwhile()
        : error
    })
  return { published, withoutVectors: without }
}

const changedMeanwhile = () =>
  new ChangedMeanwhile(
    'conflict',
    'The workspace was changed again and again while it was published.',
    'Publish once it is as you want it.',
  )

const isPublishedAlready = (): Problem =>
  new Problem(
    'bad-input',
    'This is a published snapshot itself.',
    'Publish the workspace that it was published from, or a duplicate of this.',
  )

/** The models that answer here, whichever settings a reader has: it is to find the same tools. */
const modelsOf = ({ embedder, chatModel, reranker }: Settings): ModelChoice => ({
  embedder,
  ...(chatModel !== undefined && { chat: chatModel }),
  ...(reranker !== undefined && { reranker }),
})

/** A recipe that needs no embedder is published without one that is away. */
async function embedderOf({ embedders }: AppContext, { embedder: name }: Settings, call: Call) {
  try {
    const { fingerprint } = await embedders.open(name, call.signal)
    return { embedder: { name, fingerprint } }
  } catch (error) {
    call.signal.throwIfAborted()
    return { without: error instanceof Error ? error.message : String(error) }
  }
}

interface Measured {
  recipes: Recipes
  worksWith: WorksWith
  /** The catalog's, see {@link WorkspaceState}. */
  content: string
  embedder: string
}

/**
 * Those of the newest run of the recipe, asked as the workspace asks it, in which every stage did
 * its work.
 */
function figuresOf(
  runs: readonly Run[],
  { recipes, worksWith, content, embedder }: Measured,
): PublishedFigures | undefined {
  const defaults = parseOptions(recipeOf(recipes, worksWith.recipe), {})
  const isAsServed = (run: Run) =>
    run.recipe === worksWith.recipe &&
    sameOptions(run.options, worksWith.options, defaults) &&
    [undefined, embedder].includes(run.embedder)
  const isWhole = ({ degraded, leftOut, catalogSize }: Run) =>
    degraded === 0 && leftOut === undefined && catalogSize === undefined
  const run = runs.find((each) => isWhole(each) && isAsServed(each))
  if (!run) return undefined
  const { goldenSet, queries, measures } = run
  const means = Object.entries(measures).map(([name, { mean }]) => [name, mean] as const)
  return {
    goldenSet,
    queries,
    measures: Object.fromEntries(means),
    ...(run.catalog.content !== content && { isStale: true }),
  }
}
