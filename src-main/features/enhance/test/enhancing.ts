import type { AppPorts } from '../../../app/ports'
import { PROPOSED_PARTS, type ProposedPart, type TextProposal } from '../../../domain/proposal/text'
import { askedFor, fittingText, partAsked } from '../../../../test/fakes/enhancing'
import { scriptedModel } from '../../../../test/fakes/scripted-model'
import { libraryIn } from '../../../../test/fakes/app-on'
import { airlineWorkspace } from '../../../../test/app/airline'
import { emptyFolder, openAppOn } from '../../../../test/app/open-app'

export type TextAnswer = (question: string) => unknown

/** A data folder’s app with a chat model that answers so. */
export async function withWriter(
  answer: TextAnswer = fittingText,
  folder?: string,
  changed: Partial<AppPorts> = {},
) {
  const model = scriptedModel({ '': answer })
  const place = folder ?? (await emptyFolder())
  const app = await openAppOn(place, { languageModels: { open: async () => model }, ...changed })
  await app.request('settings.write', { chatModel: 'ollama:scripted' })
  const asked = () => model.questions.map(({ text }) => askedFor(text))
  return { ...app, model, asked, place }
}

/** That, with the airline’s tools in a workspace of its own. */
export async function enhancing(answer?: TextAnswer, folder?: string, changed?: Partial<AppPorts>) {
  const app = await withWriter(answer, folder, changed)
  const dir = await airlineWorkspace(app)
  const enhance = (input: { parts?: ProposedPart[]; ids?: string[]; again?: boolean } = {}) =>
    app.request('enhance.run', { dir, parts: ['questions'], ...(input as object) })
  const plan = (input: object = {}) =>
    app.request('enhance.plan', { dir, parts: ['questions'], ...input })
  const proposals = () => proposalsIn(app.place, dir)
  return { ...app, dir, enhance, plan, proposals }
}

/** The proposals that a workspace keeps, as another program reads them. */
export async function proposalsIn(folder: string, dir: string): Promise<TextProposal[]> {
  const store = await libraryIn(folder).open(dir)
  try {
    return (await store.read('textProposals')).textProposals
  } finally {
    await store.close()
  }
}

export const EVERY_PART = [...PROPOSED_PARTS]

/** An answer for one part changed; others fit. */
export const butFor =
  (part: ProposedPart, change: (question: string) => unknown): TextAnswer =>
  (question) =>
    partAsked(question) === part ? change(question) : fittingText(question)
