import { actions } from '../actions'
import { columnsCsv } from '../../contract/columns/column'
import { BREAKING_COLUMNS, ROBUSTNESS_COLUMNS } from './shared/columns'
import { robustnessBasis, robustnessText } from './shared/words'
import { RECIPE_FLAGS, recipeAsked } from '../../hosts/cli/recipe-flags'
import { command } from '../../hosts/cli/command'
import { EMBEDDER } from '../../hosts/cli/flags'
import { columnsText, plainText } from '../../hosts/cli/print-table'

const { dir, goldenSet, queries, seeds, share } = actions['evaluation.robustness'].input.shape

/**
 * `robustness`: tools change in the ways of a living catalog, and golden queries are asked before
 * and after.
 */
const robustness = command({
  summary: 'how much of what a recipe finds it still finds once tools of the catalog change',
  names: { goldenSet: 'golden' },
  input: { dir, goldenSet, ...RECIPE_FLAGS, embedder: EMBEDDER, queries, seeds, share },
  asksModels: true,
  async run(session, { recipe, option, k, mayAsk, ...given }) {
    const asked = await recipeAsked(session, given.dir, { recipe, option, k, mayAsk })
    return session.request('evaluation.robustness', { ...given, ...asked })
  },
  csv: ({ kinds }) => columnsCsv(ROBUSTNESS_COLUMNS, kinds),
  print: (measured) => [
    robustnessText(measured),
    ...robustnessBasis(measured).map(plainText),
    columnsText(ROBUSTNESS_COLUMNS, measured.kinds),
    ...(measured.breaks.length > 0 ? [columnsText(BREAKING_COLUMNS, measured.breaks)] : []),
  ],
})

export const commands = { robustness }
