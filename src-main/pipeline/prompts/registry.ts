import { askBackAbout } from './ask-back'
import { chooseAnyServers } from './choose-servers'
import { coverAnyFunctions } from './cover-functions'
import { describeServer } from './describe-server'
import { judgeQuery } from './judge-query'
import { findMissing, gradeAnyTools, rankAnyTools } from './judge-tools'
import { planInOneFully } from './plan-in-one'
import { proposeDescription, proposeLimits, proposeWhenToUse } from './propose-description'
import { proposeAnyNeeds } from './propose-needs'
import { proposeNames } from './propose-names'
import { proposeParameters } from './propose-parameters'
import { proposeQuestions } from './propose-questions'
import { proposeTags, proposeTopics } from './propose-topics'
import { rewriteIntoNeeds } from './rewrite-into-needs'
import { rewriteQuery } from './rewrite-query'
import { readStepsFully, splitQueryFully, thinkOfSteps } from './split-query'
import { standardiseAnyTool } from './standardise-tool'
import { tellTier } from './tell-tier'
import { anyTexts } from './tool-to-enhance'
import { stepBackFrom, varyAnyStep } from './vary-step'
import type { WordedPrompt } from './worded'
import { writePattern } from './write-pattern'
import { writeAnyQueries } from './write-queries'

/** Every prompt that a workspace may word otherwise, in the order in which they are asked. */
export const PROMPTS: readonly WordedPrompt[] = [
  planInOneFully,
  rewriteQuery,
  splitQueryFully,
  thinkOfSteps,
  readStepsFully,
  varyAnyStep,
  stepBackFrom,
  askBackAbout,
  rankAnyTools,
  gradeAnyTools,
  findMissing,
  proposeAnyNeeds,
  coverAnyFunctions,
  rewriteIntoNeeds,
  standardiseAnyTool,
  proposeQuestions(anyTexts),
  proposeTopics(anyTexts),
  proposeNames,
  proposeDescription(anyTexts),
  proposeWhenToUse(anyTexts),
  proposeLimits(anyTexts),
  proposeTags(anyTexts),
  proposeParameters([], anyTexts),
  writeAnyQueries,
  judgeQuery,
  writePattern,
  chooseAnyServers,
  describeServer,
  tellTier,
]
