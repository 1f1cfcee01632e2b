import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import type { TextProposal } from '../../src-main/domain/proposal/text'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp, type AppUnderTest } from './open-app'

export const CURRENCY = ToolId.parse('convert_currency')
export const MAIL = ToolId.parse('send_email')
export const SEARCH = ToolId.parse('search_email')

/** A proposal as a model writes it, of a tool of the small catalog. */
export const proposal = (changed: Partial<TextProposal> = {}): TextProposal => ({
  id: 'p1',
  tool: CURRENCY,
  part: 'questions',
  of: 'as it was',
  seen: [],
  proposed: {
    questions: ['Convert ten dollars to euros?', 'What amount of money is that in francs?'],
  },
  origin: { by: 'model', model: 'ollama:writer', prompt: 'propose-questions@1' },
  at: '2026-01-01T00:00:00.000Z',
  ...changed,
})

/** One that harms: the words of `get_weather` put into the mail search. */
export const harmful = (changed: Partial<TextProposal> = {}): TextProposal =>
  proposal({
    id: 'harmful',
    tool: SEARCH,
    part: 'description',
    proposed: { description: 'Weather forecast for a place.' },
    ...changed,
  })

/** Puts proposals into a workspace, as whoever writes them does. */
export async function putProposals(
  { folder }: Pick<AppUnderTest, 'folder'>,
  dir: string,
  put: readonly TextProposal[],
): Promise<void> {
  const store = await workspaceLibrary(folder).open(dir)
  await store.commit({ textProposals: { put } })
  await store.close()
}

/** The small catalog with these proposals. */
export async function reviewing(...put: TextProposal[]) {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await putProposals(app, dir, put)
  const layer = async (id: string = CURRENCY) =>
    (await app.request('catalog.tool', { dir, id })).entry.layer
  const list = (input: object = {}) => app.request('review.list', { dir, ...input })
  const decide = (ids: string[], verdict: 'accepted' | 'rejected' | 'skipped', more: object = {}) =>
    app.request('review.decide', { dir, chosen: { ids }, verdict, ...more })
  return { ...app, dir, layer, list, decide }
}
