import { answerActions } from './models/answer-actions'
import { catalogActions } from './catalog/actions'
import { changesActions } from './undo/actions'
import { effectActions } from './effect/actions'
import { evaluationActions } from './evaluation/actions'
import { goldenActions } from './golden/actions'
import { graphActions } from './graph/actions'
import { loggingActions } from './logged-queries/actions'
import { importActions, filesActions } from './importing/actions'
import { knowledgeActions } from './knowledge/actions'
import { lintActions } from './lint/actions'
import { modelActions } from './models/actions'
import { priceActions } from './models/price-actions'
import { proposalActions } from './proposals/actions'
import { queryActions } from './query/actions'
import { queueActions } from './queue/actions'
import { recipeActions } from './recipes/actions'
import { reviewActions } from './review/actions'
import { serverActions } from './servers/actions'
import { servingActions } from './serving/actions'
import { sourceActions } from './sources/actions'
import { appActions, settingsActions, workspaceActions } from './library/actions'

/** What can be asked of the core; `features/actions.ts` adds what features give. */
export const coreActions = {
  ...appActions,
  ...queueActions,
  ...settingsActions,
  ...workspaceActions,
  ...modelActions,
  ...priceActions,
  ...answerActions,
  ...filesActions,
  ...importActions,
  ...sourceActions,
  ...catalogActions,
  ...changesActions,
  ...serverActions,
  ...graphActions,
  ...lintActions,
  ...effectActions,
  ...reviewActions,
  ...proposalActions,
  ...goldenActions,
  ...loggingActions,
  ...knowledgeActions,
  ...recipeActions,
  ...queryActions,
  ...servingActions,
  ...evaluationActions,
}
