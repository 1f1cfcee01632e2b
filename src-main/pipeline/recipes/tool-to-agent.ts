import { z } from 'zod'
import type { QueryPlan, Ranking } from '../../domain/query/query'
import type { EffectCondition } from '../../domain/recipe/option'
import { fuse } from '../combine'
import { weightedRanks } from '../fusion/fusion-methods'
import type { Kit } from '../kit'
import { planAsIs } from '../planning/as-is'
import { dense } from '../retrieval/dense'
import { topK } from '../selection/top-k'
import { meaningOfServers, serversOf } from '../servers'
import { pipe, type Stage } from '../stage'
import { inSection, onlyWhere, real } from './option-builders'
import {
  documentOptions,
  embeddedOptions,
  lexicalOptions,
  retrievalOptions,
  selectionOptions,
} from './options'
import { recipe } from './recipe'
import { coverClauses, searchBoth, STANDARD_FUSION } from './words-and-meaning'

/**
 * Tool-to-Agent Retrieval: servers are searched beside tools, and a server that is found lends its
 * rank to its tools.
 *
 * **Model calls**: none.
 *
 * **Departures from the paper**, which gives servers and not tools: what is given are tools. With
 * the papers’ settings each has the sum of its own reciprocal rank and its server’s, weighed 1 :
 * 1.5 as in Agent-as-a-Graph (2511.18194). Off with these: words beside meaning, standard scores in
 * place of ranks, and clauses of a request searched each on its own, as in `hybrid`.
 */

const OWN: EffectCondition = { option: 'preset', isOneOf: ['own'] }
const PAPER_WEIGHTS = [1, 1.5]

const ToolToAgentOptions = z.strictObject({
  preset: inSection('search').choice('Settings', 'own', {
    description:
      'The settings below, or the papers’: ranks by meaning alone, a server’s counting 1.5 times a tool’s.',
    labels: { own: 'As chosen below', paper: 'The papers’' },
  }),
  ...onlyWhere([OWN], {
    serverShare: inSection('fusion').option('Share of servers', real(0, 0.9).default(0.05), {
      description:
        'What the meaning of a tool’s server counts, of 1; the tool’s own words and meaning get the rest.',
    }),
    ...documentOptions,
    ...lexicalOptions,
    ...embeddedOptions,
  }),
  ...retrievalOptions,
  ...selectionOptions,
})
type ToolToAgentOptions = z.output<typeof ToolToAgentOptions>

export const toolToAgent = recipe({
  id: 'tool-to-agent',
  title: 'Tool-to-Agent',
  summary:
    'Searches servers beside tools: a tool is found by what it does and by what its server is for.',
  source:
    'Lumer et al. 2025, Tool-to-Agent Retrieval, section 3; weights of ranks from Nizar et al. 2025, Agent-as-a-Graph',
  size: 'k',
  options: ToolToAgentOptions,
  build(kit, { preset, ...given }) {
    if (preset === 'paper') return pipe(planAsIs()).to(byRanks(kit, given)).to(topK(given))
    const options = { ...STANDARD_FUSION, ...given, history: false }
    return pipe(planAsIs())
      .to(searchBoth(kit, options))
      .to(coverClauses(kit, options))
      .to(topK(given))
  },
})

function byRanks(
  kit: Kit,
  { depth, ...options }: Omit<ToolToAgentOptions, 'preset'>,
): Stage<QueryPlan, Ranking> {
  const found = { depth, among: kit.among(options) }
  const documents = kit.documents(['name', 'description'], { documentForm: 'joined' })
  return fuse(weightedRanks(PAPER_WEIGHTS), {
    tools: dense(kit.dense(documents), found),
    // As deep as there are tools: a server of five hundred hands its rank to all of them.
    servers: dense(meaningOfServers(kit, { servers: serversOf(kit), to: 'all' }), {
      ...found,
      depth: Math.max(depth, kit.tools.size),
    }),
  })
}
