import type { AppPorts } from '../../src-main/app/ports'
import type { ActionInput } from '../../src-main/features/actions'
import type { OpenLanguageModel } from '../../src-main/ports/language-model'
import { fakeAgent, type AgentWays } from '../fakes/agent'
import { emptyFolder, openAppOn } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

const call = (name: string, given: object = {}) => ({ name, arguments: given as never })

/** Requests with their golden calls; of the last one no tool is right. */
export const AGENT_GOLDEN_SET = [
  {
    id: 'mail',
    query: 'tell Dana',
    tools: ['send_email'],
    calls: [{ tool: 'send_email', arguments: { to: ['dana'], subject: 'Hello' } }],
  },
  {
    id: 'weather',
    query: 'weather in Bern',
    tools: ['get_weather'],
    calls: [{ tool: 'get_weather', arguments: { city: 'Bern' } }],
  },
  {
    id: 'both',
    query: 'find the date and note it',
    tools: ['search_email', 'create_event'],
    calls: [
      { tool: 'search_email', arguments: { query: 'date' } },
      { tool: 'create_event', arguments: { start: 'API_call_0' } },
    ],
  },
  { id: 'money', query: 'how many euros', tools: ['convert_currency'] },
  { id: 'none', query: 'sing a song', tools: [] },
]

/**
 * Right but for the weather with more than two tools, the date whose value it writes wrong, and the
 * euros, which it never converts.
 */
export const AGENT_WAYS: AgentWays = {
  'tell Dana': { calls: [call('send_email', { to: ['Dana'], subject: 'hello' })] },
  'weather in Bern': { calls: [call('get_weather', { city: 'Bern' })], distractedBeyond: 2 },
  'find the date and note it': {
    calls: [call('create_event', { start: 'API_call_0' }), call('search_email', { query: 'day' })],
  },
  'how many euros': { calls: [] },
}

/** An app whose chat model is this one, on a data folder that others may use as well. */
export async function withAgent<Model extends OpenLanguageModel>(
  model: Model,
  { folder, changed = {} }: { folder?: string; changed?: Partial<AppPorts> } = {},
) {
  const place = folder ?? (await emptyFolder())
  const app = await openAppOn(place, {
    languageModels: { open: async () => model },
    tokenCounter: {
      tokenizer: 'characters',
      count: (text) => ({ tokens: text.length, isEstimate: false }),
    },
    ...changed,
  })
  await app.request('settings.write', { chatModel: 'ollama:agent' })
  return { ...app, model, place }
}

/** That, with the small catalog and the golden set above in a workspace. */
export async function measuringAgent<Model extends OpenLanguageModel>(model: Model) {
  const app = await withAgent(model)
  const { request, file } = app
  const { dir } = await request('workspace.create', { name: 'Agent' })
  await request('import.commit', { dir, path: await file('tools.json', SMALL_CATALOG) })
  const path = await file('calls.json', AGENT_GOLDEN_SET)
  await request('golden.import', { dir, path })
  return { ...app, dir, ...measuring(app, dir) }
}

export const agentOnSmall = () => measuringAgent(fakeAgent(AGENT_WAYS))

type Offers = ActionInput<'agentRuns.measure'>['offers']

/** What is requested of a workspace, in short. */
export const measuring = (
  { request, reply }: Pick<Awaited<ReturnType<typeof withAgent>>, 'request' | 'reply'>,
  dir: string,
) => {
  const input = (offers: Offers, more: object = {}) => ({
    dir,
    goldenSet: 'calls',
    offers,
    ...more,
  })
  return {
    /** With so many tools of the catalog. */
    ofCatalog: (...sizes: number[]) =>
      request('agentRuns.measure', input(sizes.map((tools) => ({ by: 'catalog', tools })))),
    measure: (offers: Offers, more: object = {}) =>
      request('agentRuns.measure', input(offers, more)),
    tryToMeasure: (offers: Offers, more: object = {}, signal?: AbortSignal) =>
      reply('agentRuns.measure', input(offers, more), signal),
    /** The verdict on each query of a run. */
    verdicts: async (run: string) => {
      const { rows } = await request('agentRuns.outcomes', { dir, run })
      return Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]))
    },
  }
}
