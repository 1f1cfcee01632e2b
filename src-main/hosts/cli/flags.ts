import { z } from 'zod'
import { embedderCalled } from '../../domain/model/names'
import { catalogSizes, cutOffs, seedList } from './arguments'

/** A text that becomes something else when it is read. `read` may throw an InvalidArgumentError. */
export const reads = <Value>(read: (text: string) => Value, title: string) =>
  z.string().transform(read).meta({ title })

/** A whole number of at least `least`. */
export const whole = (least: number) => z.number().int().min(least)

/** A text that may be left out. */
export const text = (title: string, description: string) =>
  z.string().optional().meta({ title, description })

/** What may be given several times. */
export const several = (title: string, description: string) =>
  z.array(z.string()).optional().meta({ title, description })

/** Options of recipes as they are typed. */
export const OPTION = z
  .record(z.string(), z.string())
  .optional()
  .describe('an option of the recipe; may be repeated')

export const K = whole(1).optional()

const WHICH = 'instant, sentences or ollama:MODEL'
const Embedder = reads(embedderCalled, 'name')

export const EMBEDDER = Embedder.optional().describe(
  `the embedder: ${WHICH}; default: the workspace’s, else the one in the settings`,
)

/** For a command that measures with several. */
export const EMBEDDERS = z
  .array(Embedder)
  .optional()
  .describe(`an embedder: ${WHICH}; repeated, each is measured`)

/** Where none are given. */
export const FIRST_CUTOFFS = [1, 5, 10]
export const CUTOFFS = reads(cutOffs, 'list').describe('cut-offs, such as 1,5,10')

export const SIZES = reads(catalogSizes, 'list').describe(
  'catalog sizes, such as 10,100,all: each query is asked of its right tools and others drawn by seed; default: all',
)

export const SEEDS = reads(seedList, 'list').describe('seeds that catalogs are drawn by')
