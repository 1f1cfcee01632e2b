import { briefingOf } from '../../src-main/app/serving/briefing'
import { servedKinds } from '../../src-main/app/serving/served-kinds'
import type { Briefing } from '../../src-main/contract/serving'
import type { CatalogTool } from '../../src-main/domain/tool/tool'
import { NO_PROMPT_OVERRIDES, type PromptOverrides } from '../../src-main/pipeline/ask'

interface Briefed {
  tools?: readonly CatalogTool[]
  calls?: boolean
  wordings?: PromptOverrides
}

/** How an agent is told of these tools when it connects. */
export const briefing =
  ({ tools = [], calls = false, wordings = NO_PROMPT_OVERRIDES }: Briefed = {}) =>
  async (): Promise<Briefing> =>
    briefingOf(await servedKinds(tools), { calls, wordings })
