import { namedNeeds } from './clues/named-needs'
import { dependenciesOf, visibilityOf } from '../../domain/tool/catalog-tool'
import type { EdgeProposal } from '../../domain/proposal/edge'
import type { Problem } from '../../domain/problem'
import { parametersOf } from '../../domain/tool/schema-parameters'
import { ToolId, type CatalogTool } from '../../domain/tool/tool'
import type { Ask, AskCall } from '../../pipeline/ask'
import { proposeNeeds } from '../../pipeline/prompts/propose-needs'
import { shownBy } from '../../pipeline/prompts/quoted'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import { chatModelOf, noChatModel } from '../../app/models/chat-model'
import { runJob } from '../../app/models/job'
import type { AppContext } from '../../app/context'
import { lastLook, neededLook, type Look } from '../../app/proposals/looks'
import type { ProposalsAskAnswer } from './shared/answers'
import { addToLook, takeLook } from './take-look'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const ProposalsAskInput = z.object({
  dir: Dir,
  tools: z.array(ToolId).min(1).max(200).optional(),
  most: z.number().int().min(1).max(200).default(20),
})
export type ProposalsAskInput = z.output<typeof ProposalsAskInput>

/** Other tools that one question shows: the likeliest, and then hubs; some 3,000 tokens. */
const MOST_LIKELY = 20
const MOST_SHOWN = 30
/** Own parameters that one question shows. */
const MOST_PARAMETERS = 40

/**
 * Asks a model about some tools, hubs first. What it answered before a stop or a failure is kept.
 */
export async function askNeeds(
  context: AppContext,
  { dir, tools, most }: ProposalsAskInput,
  call: Call,
): Promise<ProposalsAskAnswer> {
  const session = await context.sessions.of(dir)
  if (!(await lastLook(session))) await takeLook(context, { session, dir }, call)
  const look = await neededLook(session)
  const place = { session, dir, signal: call.signal }
  const { ask } = await chatModelOf(context, place, noModel)
  const catalog = await session.catalog()
  const hubs = byReach(catalog, look)
  const found: EdgeProposal[] = []
  let asked = 0
  let invented = 0
  const asking = runJob<ToolId, CatalogTool, never>(
    {
      what: 'Asking the model',
      unit: 'tools',
      stage: 'ask what a tool needs',
      items: chosenTools(catalog, tools, hubs).slice(0, most),
      find: async (id) => catalog.tool(id),
      async ask(entry, { question }) {
        const answer = await question((each) => askOne({ ask, catalog, look, hubs }, entry, each))
        found.push(...answer.proposals)
        invented += answer.invented
        asked++
      },
    },
    { clock: context.clock, ...call },
  )
  const { failed } = await asking.finally(async () => {
    if (found.length > 0) await addToLook(session, found)
  })
  return { look: (await neededLook(session)).info, asked, named: found.length, invented, failed }
}

async function askOne(
  { ask, catalog, look, hubs }: { ask: Ask; catalog: Catalog; look: Look; hubs: readonly ToolId[] },
  entry: CatalogTool,
  call: AskCall,
): Promise<ReturnType<typeof namedNeeds>> {
  const { id } = entry.tool
  const proposed = new Map(
    [...look.proposals.values()]
      .filter(({ from }) => from === id)
      .sort((a, b) => b.probability - a.probability)
      .map((proposal) => [proposal.edge.on, proposal]),
  )
  const own = new Set(dependenciesOf(entry).map(({ on }) => on))
  const others = [...new Set([...[...proposed.keys()].slice(0, MOST_LIKELY), ...hubs])]
    .filter((other) => other !== id && !own.has(other) && isShown(catalog, other))
    .slice(0, MOST_SHOWN)
  const parameters = parametersOf(entry.tool.parameters).parameters.slice(0, MOST_PARAMETERS)
  const shown = shownBy({
    tools: new Map([id, ...others].map((each) => [each, catalog.tool(each)])),
  })
  const [tool] = shown([id])
  if (!tool) return { proposals: [], invented: 0 }
  const input = { tool: { ...tool, parameters }, others: shown(others) }
  const { answer } = await ask(proposeNeeds(others.length), input, call)
  const names = new Set(parameters.map(({ name }) => name))
  return namedNeeds({ id, parameters: names, others: new Set(others), proposed }, answer.needs)
}

const isShown = (catalog: Catalog, id: ToolId): boolean =>
  catalog.has(id) && visibilityOf(catalog.tool(id)) !== 'hidden'

/** The tools that are needed by any, known or proposed, those first that most need. */
function byReach(catalog: Catalog, { proposals }: Look): ToolId[] {
  const reach = new Map<ToolId, number>()
  const add = (id: ToolId, count: number) => reach.set(id, (reach.get(id) ?? 0) + count)
  for (const entry of catalog.tools) for (const { on } of dependenciesOf(entry)) add(on, 1)
  for (const { edge, probability } of proposals.values()) add(edge.on, probability)
  return [...reach]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .map(([id]) => id)
    .filter((id) => isShown(catalog, id))
}

/** Those named, hubs first; else the hubs, and then tools in the order of their ids. */
function chosenTools(
  catalog: Catalog,
  named: readonly ToolId[] | undefined,
  hubs: readonly ToolId[],
): ToolId[] {
  if (!named) return [...new Set([...hubs, ...catalog.tools.map(({ tool }) => tool.id)])]
  for (const id of named) catalog.tool(id)
  return [...new Set([...hubs.filter((id) => named.includes(id)), ...named])]
}

const noModel = (): Problem =>
  noChatModel('be asked', 'What schemas and known edges tell is proposed without one.')
