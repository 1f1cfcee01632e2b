import type { PlacedTool, Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted } from '../kit'
import { chooseAnyServers, chooseServers } from '../prompts/choose-servers'
import type { ShownTool } from '../prompts/quoted'
import { stage, type Step } from '../stage'
import type { Servers } from '../servers'

/** Servers that a model chooses among: so many lines it reads with care. */
const MOST_SHOWN = 50

export interface WholeServersOptions {
  /** How many servers are chosen at most. */
  most: number
  /** Who chooses: `rule` takes the first. */
  by: 'rule' | 'model'
  among: Admitted
}

/** All tools of the servers of the first tools, as a search that loads whole servers gives them. */
export const wholeServers = (servers: Servers, { most, by, among }: WholeServersOptions) =>
  stage<Ranking, Ranking>({
    name: 'whole servers',
    gives: 'ranking',
    settings: { 'servers at most': most, 'chosen by': by },
    prompts: by === 'model' ? [chooseAnyServers] : [],
    absent: 'its server was not chosen',
    async run(ranking, step) {
      const inOrder = [...new Set(ranking.tools.flatMap(({ tool }) => servers.of(tool) ?? []))]
      const first = inOrder.slice(0, most)
      const chosen =
        by === 'model' ? await chosenByModel({ ranking, servers, step }, inOrder, first) : first
      const placed = new Map(ranking.tools.map((each) => [each.tool, each]))
      const isIn = (tool: ToolId) => among.tools?.has(tool) ?? true
      const tools = chosen
        .slice(0, most)
        .flatMap((server) => servers.tools(server).filter(isIn))
        .map((tool): PlacedTool => placed.get(tool) ?? { tool, witnesses: [] })
      const given = new Set(tools.map(({ tool }) => tool))
      step.drop(
        ranking.tools.filter(({ tool }) => !given.has(tool)),
        'its server was not chosen',
      )
      return { ...ranking, tools }
    },
  })

async function chosenByModel(
  { ranking, servers, step }: { ranking: Ranking; servers: Servers; step: Step },
  inOrder: readonly string[],
  otherwise: readonly string[],
): Promise<readonly string[]> {
  const byName = new Map<string, string>()
  const shown: ShownTool[] = []
  for (const server of inOrder.slice(0, MOST_SHOWN)) {
    const text = await servers.text(server)
    if (!text || byName.has(text.name)) continue
    byName.set(text.name, server)
    shown.push(text)
  }
  const { query } = ranking.plan
  const names = otherwise.flatMap(
    (server) => shown.find(({ name }) => byName.get(name) === server)?.name ?? [],
  )
  const answer = await step.ask(
    chooseServers(shown.length),
    { ...query, tools: shown },
    { servers: names },
  )
  const chosen = [...new Set(answer.servers.flatMap((name) => byName.get(name) ?? []))]
  return chosen.length > 0 || answer.servers.length === 0
    ? chosen
    : step.degrade(
        'the model named no server that there is: chose those that match best',
        otherwise,
      )
}
