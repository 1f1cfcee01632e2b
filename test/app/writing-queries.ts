import type { AppPorts } from '../../src-main/app/ports'
import type { ActionInput } from '../../src-main/features/actions'
import { honestJudgement, JUDGE, queriesFor, toolsAsked, WRITE } from '../fakes/writing'
import { scriptedModel } from '../fakes/scripted-model'
import { airlineWorkspace } from './airline'
import { emptyFolder, openAppOn } from './open-app'

export type Answer = (question: string) => unknown

interface Answers {
  write?: Answer
  judge?: Answer
}

/**
 * An app with a chat model that writes and judges so, on a data folder that others may use as well.
 */
export async function withWriter(
  { write = queriesFor, judge = honestJudgement }: Answers = {},
  folder?: string,
  changed: Partial<AppPorts> = {},
) {
  const model = scriptedModel({ [WRITE]: write, [JUDGE]: judge })
  const place = folder ?? (await emptyFolder())
  const app = await openAppOn(place, { languageModels: { open: async () => model }, ...changed })
  await app.request('settings.write', { chatModel: 'ollama:scripted' })
  /** The tools of each question so far, and which it was. */
  const asked = () =>
    model.questions.map(({ text }) => {
      const what = text.startsWith(WRITE) ? 'write' : 'judge'
      return `${what} ${toolsAsked(text).join(' ')}`
    })
  return { ...app, model, asked, place }
}

/** That, with the airline’s tools in a workspace of its own. */
export async function writing(answers: Answers = {}) {
  const app = await withWriter(answers)
  const dir = await airlineWorkspace(app)
  return { ...app, dir, ...requests(app, dir) }
}

type Draw = NonNullable<ActionInput<'writing.draw'>['draw']>

/** What is requested of a workspace, in short. */
export const requests = (
  { request }: Pick<Awaited<ReturnType<typeof withWriter>>, 'request'>,
  dir: string,
) => ({
  draw: (draw: Draw = {}, more: object = {}) => request('writing.draw', { dir, draw, ...more }),
  write: (more: object = {}) => request('writing.write', { dir, ...more }),
  list: (more: object = {}) => request('writing.list', { dir, ...more }),
  decide: (verdict: 'accepted' | 'rejected' | 'skipped', ids: string[], set?: string) =>
    request('writing.decide', { dir, verdict, chosen: { ids }, ...(set && { set }) }),
  golden: async (set = 'written') => (await request('golden.queries', { dir, set })).queries,
})
