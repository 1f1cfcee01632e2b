import type { ActionInput } from '../../src-main/features/actions'
import type { AppUnderTest } from './open-app'

type Plan = ActionInput<'experiments.save'>['plan']

/** Four cells: two recipes on the whole small catalog and on two of its tools. */
export const PLAN: Plan = {
  goldenSet: 'asked',
  recipes: [{ recipe: 'bm25' }, { recipe: 'dense' }],
  k: [1, 2],
  catalogSizes: { tools: [2, 'all'] },
}

/** Saves a plan as an experiment and gives its id. */
export const savedIn = async (
  { request }: Pick<AppUnderTest, 'request'>,
  dir: string,
  { name = 'How many', ...plan }: Partial<Plan> & { name?: string } = {},
): Promise<string> =>
  (await request('experiments.save', { dir, name, plan: { ...PLAN, ...plan } })).id

/** What measures the rest of an experiment. */
export async function goingOn(
  { request }: Pick<AppUnderTest, 'request'>,
  dir: string,
  id: string,
): Promise<ActionInput<'evaluation.run'>> {
  const { plan } = await request('experiments.show', { dir, id })
  return { dir, ...plan, experiment: id, resume: true }
}

export const goOn = async (app: AppUnderTest, dir: string, id: string) =>
  app.request('evaluation.run', await goingOn(app, dir, id))

/** What of an experiment is measured, cell by cell. */
export const statesIn = async (app: AppUnderTest, dir: string, id: string): Promise<string[]> =>
  (await app.request('experiments.show', { dir, id })).cells.map(({ state }) => state)
