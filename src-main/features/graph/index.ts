import { z } from 'zod'
import { action, perApp } from '../../app/action'
import { readingTools } from '../../app/requests/call-progress'
import { Dir } from '../../contract/workspace'
import type { Feature } from '../feature'
import { pictureCache } from './graph-picture'
import type { GraphPictureAnswer } from './shared/answers'

const picturesOf = perApp((context) => pictureCache(context))

export const graph = {
  actions: {
    /** The first picture of a large graph takes seconds. */
    'graph.picture': action({
      summary: 'The graph as a map: where tools stand, and the edges between them',
      input: z.object({ dir: Dir }),
      async run(context, { dir }, call): Promise<GraphPictureAnswer> {
        const session = await context.sessions.of(dir)
        const catalog = await session.catalog(readingTools(call, context.clock))
        return picturesOf(context).of(session, catalog, call)
      },
    }),
  },
} satisfies Feature
