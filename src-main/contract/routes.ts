import type { z } from 'zod'
import { adviceRoutes } from './advice-routes'
import { agentRoutes } from './agent-routes'
import { agentRunRoutes } from './agent-run-routes'
import { answerRoutes } from './answer-routes'
import { catalogRoutes } from './catalog-routes'
import { confusableRoutes } from './confusable-routes'
import { effectRoutes } from './effect-routes'
import { editingRoutes } from './editing-routes'
import { enhanceRoutes } from './enhance-routes'
import { evaluationRoutes } from './evaluation-routes'
import { experimentRoutes } from './experiment-routes'
import { fieldRoutes } from './field-routes'
import { goldenRoutes } from './golden-routes'
import { graphRoutes } from './graph-routes'
import { historyRoutes } from './history-routes'
import { importRoutes } from './import-routes'
import { lintRoutes } from './lint-routes'
import { modelRoutes } from './model-routes'
import { priceRoutes } from './price-routes'
import { proposalRoutes } from './proposal-routes'
import { promptRoutes } from './prompt-routes'
import { queryRoutes } from './query-routes'
import { reviewRoutes } from './review-routes'
import { traceRoutes } from './trace-routes'
import { weightRoutes } from './weight-routes'
import { workspaceRoutes } from './workspace-routes'
import { writingRoutes } from './writing-routes'

/** Everything that a window, a terminal or another program may request of the app. */
export const routes = {
  ...workspaceRoutes,
  ...modelRoutes,
  ...catalogRoutes,
  ...effectRoutes,
  ...editingRoutes,
  ...graphRoutes,
  ...lintRoutes,
  ...confusableRoutes,
  ...importRoutes,
  ...goldenRoutes,
  ...historyRoutes,
  ...proposalRoutes,
  ...reviewRoutes,
  ...fieldRoutes,
  ...enhanceRoutes,
  ...queryRoutes,
  ...agentRoutes,
  ...promptRoutes,
  ...evaluationRoutes,
  ...adviceRoutes,
  ...priceRoutes,
  ...agentRunRoutes,
  ...experimentRoutes,
  ...weightRoutes,
  ...writingRoutes,
  ...traceRoutes,
  ...answerRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes
/** What a caller passes: defaults may be left out. */
export type RouteInput<Name extends RouteName> = z.input<Routes[Name]['input']>
/** What a handler receives: defaults filled in. */
export type ParsedInput<Name extends RouteName> = z.output<Routes[Name]['input']>
export type RouteOutput<Name extends RouteName> = z.output<Routes[Name]['output']>
