import type { RankedTools } from '../../authoring/gate/effect'
import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { WorksWith } from '../../domain/recipe/choice'
import { isNested, mostCalls } from '../../pipeline/stage'
import { answerForEach, prepareRecipe, type Prepared } from './answering'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { workspaceSettings } from '../models/workspace-models'
import type { Session } from '../workspaces/session'
import { chosenRecipe, type QueryChoices } from '../recipes/works-with'

/** Where many queries are asked of one recipe. */
export interface AskingPlace {
  context: AppContext
  session: Session
  dir: string
  choice: WorksWith
  /** Whether its model may be asked. */
  mayAsk: boolean
  call: Call
}

/** The place in which a request asks, see {@link chosenRecipe}. */
export async function askingPlace(
  context: AppContext,
  { dir, mayAsk, ...asked }: QueryChoices & { dir: string; mayAsk: boolean },
  call: Call,
): Promise<AskingPlace> {
  const session = await context.sessions.of(dir)
  return { context, session, dir, mayAsk, call, choice: await chosenRecipe(context, dir, asked) }
}

/** The recipe made ready on each of several catalogs, by the same embedder. */
export async function prepareEach<Catalogs extends readonly Catalog[]>(
  { context, session, dir, choice, call }: Omit<AskingPlace, 'mayAsk'>,
  ...catalogs: Catalogs
): Promise<{ [At in keyof Catalogs]: Prepared }> {
  const { embedder } = await workspaceSettings(context, dir)
  const preparing = { dir, ...choice, embedder, promptOverrides: session.promptOverrides }
  const prepared: Prepared[] = []
  for (const catalog of catalogs) {
    prepared.push(await prepareRecipe(context, { ...preparing, catalog }, call))
  }
  return prepared as { [At in keyof Catalogs]: Prepared }
}

/** @throws Problem `asks-model` where so many answers would ask a model that nobody allowed. */
export function refuseUnasked(
  { pipeline, recipe, runWith: { ask } }: Prepared,
  { answers, mayAsk }: { answers: number; mayAsk: boolean },
): void {
  const ofOneStep = mostCalls(pipeline, 1)
  const ofTwo = mostCalls(pipeline, 2)
  if (mayAsk || !ask || ofTwo === 0 || answers === 0) return
  const calls = `${answers * ofOneStep} calls`
  const atMost =
    ofOneStep === ofTwo ? `at most ${calls}` : `${calls}, more where a request has several steps`
  throw new Problem(
    'asks-model',
    `“${recipe.title}” asks a model: ${atMost}.`,
    'Allow it (in the terminal by --may-ask), or choose a recipe that asks none.',
  )
}

/**
 * Whether it is seen which tools come after those given: not of a recipe that decides how many, nor
 * where a model were asked anew.
 */
export const looksDeeper = ({ size, pipeline, runWith: { ask } }: Prepared): boolean =>
  size === 'k' && (isNested(pipeline) || !ask || mostCalls(pipeline, 2) === 0)

interface Giving extends Pick<Call, 'signal'> {
  /** How many of the first tools are looked at, where that is more than are given. */
  depth?: number
  /** Logged queries that it must not learn from. */
  without?: readonly string[]
}

/**
 * The tools that a recipe gives for a query.
 * @throws Problem `unavailable` where a model failed: what failed is no measurement.
 */
export async function givenBy(
  prepared: Prepared,
  { text, turns }: Pick<GoldenQuery, 'text' | 'turns'>,
  { signal, without, depth = 0 }: Giving,
): Promise<RankedTools & { degraded: readonly string[] }> {
  const { k } = prepared.runWith
  const asked = { text, ...(turns && { turns }), ...(without && { without }) }
  const ks = looksDeeper(prepared) && depth > k ? [k, depth] : [k]
  const { sets, degraded, failed } = await answerForEach(prepared, ks, {
    ...asked,
    signal,
    record: 'nothing',
  })
  if (failed.length > 0) throw notMeasured(failed)
  const [set = [], listed = set] = sets.map(({ tools }) => tools.map(({ tool }) => tool))
  return { set, listed, degraded }
}

const notMeasured = ([first = '']: readonly string[]): Problem =>
  new Problem(
    'unavailable',
    `The model failed, so nothing is measured: ${first.replace(/\.$/, '')}.`,
    'Make sure that the model answers, and measure again: it is not asked twice.',
  )
