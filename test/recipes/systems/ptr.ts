import { z } from 'zod'
import { eachStep, fuse } from '../../../src-main/pipeline/combine'
import { filterOptions } from '../../../src-main/pipeline/recipes/options'
import { recipe } from '../../../src-main/pipeline/recipes/recipe'
import { dense } from '../../../src-main/pipeline/retrieval/dense'
import { ownSize } from '../../../src-main/pipeline/selection/own-size'
import { pipe } from '../../../src-main/pipeline/stage'
import { coverage, nearestBundle } from './planning'
import { fromHistory, likeFirst, oneEach, votes } from './ranking'

/** PTR, precision-driven tool recommendation. One model call. */
export const ptr = recipe({
  id: 'ptr',
  title: 'PTR',
  summary:
    'Starts from a past bundle, keeps what covers the query, and adds one tool for each part left unsolved.',
  source: 'PTR, section 3',
  size: 'own',
  options: z.strictObject({ nearest: z.number().default(7), ...filterOptions }),
  build(kit, { nearest, ...filter }) {
    const meaning = kit.dense(kit.documents(['name', 'description']))
    const views = fuse(votes, {
      direct: dense(meaning, { depth: nearest, among: kit.among(filter) }),
      history: fromHistory(kit, nearest),
      'like first': likeFirst(meaning, kit),
    })
    return pipe(nearestBundle(kit)).to(coverage(kit)).to(eachStep(views, oneEach)).to(ownSize())
  },
})
