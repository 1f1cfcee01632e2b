import { z } from 'zod'
import { page } from '../../contract/page'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { RecipeOptions } from '../../domain/recipe/choice'

export const Asked = z.object({
  dir: Dir,
  by: z
    .enum(['auto', 'run', 'similarity'])
    .default('auto')
    .describe('what to go by; auto: a run where there is one'),
  run: z.string().optional().describe('the run to go by; default: the newest of the recipe'),
  recipe: z
    .string()
    .optional()
    .describe(
      'the recipe; default, with the options: what the workspace works with, or any where no run is kept of that',
    ),
  options: RecipeOptions.optional().describe('options of the recipe'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'up to which place tools count as given; default: 5 where the run was measured there, else its largest',
    ),
})

export const Page = {
  search: SearchText,
  ...page(200),
}
