import { z } from 'zod'
import { fuse } from '../../../pipeline/combine'
import { calibratedScores } from '../../../pipeline/fusion/calibrated'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { dense } from '../../../pipeline/retrieval/dense'
import { lexical } from '../../../pipeline/retrieval/lexical'
import { adaptiveSize } from '../../../pipeline/selection/top-k'
import { wholeServers } from '../../../pipeline/selection/whole-servers'
import { meaningOfServers, serversOf, wordsOfServers } from '../../../pipeline/servers'
import { pipe } from '../../../pipeline/stage'
import { ANALYSER_STEPS } from '../../../pipeline/text/analyse'
import { inSection, whole } from '../../../pipeline/recipes/option-builders'
import { filterOptions } from '../../../pipeline/recipes/options'
import { recipe } from '../../../pipeline/recipes/recipe'
import { LUCENE } from './options'

const selection = inSection('selection')

export const openai = recipe({
  id: 'openai-tool-search',
  title: 'OpenAI, namespaces',
  summary:
    'What OpenAI’s tool search loads: it sees the names and descriptions of servers, and gives all tools of those it chooses.',
  source: 'OpenAI, Tool search (gpt-5.4 and later)',
  simulates: {
    by: 'OpenAI',
    page: 'https://developers.openai.com/api/docs/guides/tools-tool-search',
    read: '2026-11-28',
    assumed: [
      'The provider’s model chooses; by rule, the server that words and meaning match best is chosen.',
      'Each server is a namespace, loaded whole; a tool of no server is one of its own.',
      'A server without a description of its own is described by the names of its tools, the first hundred by id.',
    ],
  },
  size: 'adaptive',
  asksModelWhere: [[{ option: 'by', isOneOf: ['model'] }]],
  options: z.strictObject({
    by: inSection('search').choice('Servers chosen by', 'rule', {
      description:
        'Takes the servers that match best, or has the chat model choose among fifty of them.',
      labels: { rule: 'Words and meaning', model: 'The chat model' },
    }),
    most: selection.option('Servers at most', whole(1, 100).default(1), {
      description: 'How many servers are loaded for one request.',
    }),
    ...filterOptions,
  }),
  build(kit, { by, most, ...options }) {
    const servers = serversOf(kit)
    const among = kit.among(options)
    const found = { among, depth: 100 }
    const words = wordsOfServers(kit, { servers, analyser: ANALYSER_STEPS })
    const chosen = fuse(calibratedScores(), {
      words: lexical(words, { ...LUCENE, ...found, countRepeats: false }),
      meaning: dense(meaningOfServers(kit, servers), found),
    })
    return pipe(planAsIs())
      .to(chosen)
      .to(wholeServers(servers, { most, by, among }))
      .to(adaptiveSize())
  },
})
