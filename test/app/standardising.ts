import { ToolId } from '../../src-main/domain/tool/tool'
import type { AppPorts } from '../../src-main/app/ports'
import { scriptedModel } from '../fakes/scripted-model'
import { fittingAnswer, STANDARDISE, toolAsked } from '../fakes/standardising'
import { AIRLINE, airlineWorkspace } from './airline'
import { emptyFolder, openAppOn } from './open-app'

export const BOOK = ToolId.parse('united_book_flight')
export const PASTA = ToolId.parse('cook_pasta')

export type Answer = (question: string) => unknown

/**
 * The airline’s tools with a chat model that answers so, on a data folder that others may use as
 * well.
 */
export async function withModel(answer: Answer, folder?: string, changed: Partial<AppPorts> = {}) {
  const script = { [STANDARDISE]: answer, 'Say which tools': () => ({ needs: [], parameters: [] }) }
  const model = scriptedModel(script)
  const place = folder ?? (await emptyFolder())
  const app = await openAppOn(place, { languageModels: { open: async () => model }, ...changed })
  await app.request('settings.write', { chatModel: 'ollama:scripted' })
  const asked = () =>
    model.questions
      .filter(({ text }) => text.startsWith(STANDARDISE))
      .map(({ text }) => toolAsked(text).name)
  return { ...app, model, asked, place }
}

/** That, with a workspace of its own. */
export async function standardising(answer: Answer = fittingAnswer) {
  const app = await withModel(answer)
  const dir = await airlineWorkspace(app)
  const counts = async () => (await app.request('fields.list', { dir })).counts
  const fields = (id = BOOK) => app.request('fields.tool', { dir, id })
  const standardise = (input: object = {}) => app.request('fields.standardise', { dir, ...input })
  return { ...app, dir, counts, fields, standardise }
}

/** The airline’s tools, one of them described otherwise. */
export const rewritten = (name: string, description: string) =>
  AIRLINE.map((tool) =>
    tool.function.name === name ? { ...tool, function: { ...tool.function, description } } : tool,
  )

/** An answer for one tool changed; others fit. */
export const but =
  (name: string, change: (answer: ReturnType<typeof fittingAnswer>) => unknown): Answer =>
  (question) => {
    const answer = fittingAnswer(question)
    return toolAsked(question).name === name ? change(answer) : answer
  }
