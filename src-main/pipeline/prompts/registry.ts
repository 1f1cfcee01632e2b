import { coverFunctions } from './cover-functions'
import { findMissing, gradeTools, rankTools } from './judge-tools'
import { planInOne } from './plan-in-one'
import { proposeNeeds } from './propose-needs'
import { rewriteIntoNeeds } from './rewrite-into-needs'
import { rewriteQuery } from './rewrite-query'
import { readSteps, splitQuery, thinkOfSteps } from './split-query'
import { standardiseAnyTool } from './standardise-tool'
import { stepBackFrom, varyStep } from './vary-step'
import type { WordedPrompt } from './worded'

/** Every prompt that a workspace may word otherwise, in the order in which they are asked. */
export const PROMPTS: readonly WordedPrompt[] = [
  planInOne,
  rewriteQuery,
  splitQuery,
  thinkOfSteps,
  readSteps,
  varyStep,
  stepBackFrom,
  rankTools,
  gradeTools,
  findMissing,
  proposeNeeds,
  coverFunctions,
  rewriteIntoNeeds,
  standardiseAnyTool,
]
