import { z } from 'zod'
import { action } from '../../app/action'
import { Dir } from '../../contract/workspace'
import type { Feature } from '../feature'
import { askNeeds, ProposalsAskInput } from './ask-needs'
import { EDGES_OFFER } from './shared/offer'
import { takeLook } from './take-look'

export const edgeSearch = {
  actions: {
    /** Edges made until now are taken into account. */
    'proposals.find': action({
      summary: 'Look through the catalog for edges',
      input: z.object({ dir: Dir }),
      run: async (context, { dir }, call) =>
        takeLook(context, { session: await context.sessions.of(dir), dir }, call),
    }),
    /** What it says of tools that it was not asked about is dropped and counted. */
    'proposals.ask': action({
      summary:
        'Ask the chat model which of their likeliest tools some tools need: those named, or the `most` hubs',
      input: ProposalsAskInput,
      run: askNeeds,
    }),
  },
  afterImport: (imported) =>
    imported.offersEdges ? [`${EDGES_OFFER} To look: pegboard propose-edges.`] : [],
} satisfies Feature
