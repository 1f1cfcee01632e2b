import { asImported } from '../../domain/tool/hand-fields'
import {
  isPinned,
  meansTool,
  NO_OWN_PARAMETERS,
  ownParameters,
  ruleText,
  type OwnParameters,
} from '../../domain/tool/own-parameters'
import type { ToolId } from '../../domain/tool/tool'
import type { AppContext } from '../context'

/** What the owner of a workspace hid or pinned of a tool's parameters. */
export type OwnParametersOf = (id: ToolId) => OwnParameters

export async function ownParametersIn(
  { sessions }: Pick<AppContext, 'sessions'>,
  dir: string,
): Promise<OwnParametersOf> {
  const rules = await (await sessions.of(dir)).parameterRules()
  return rules.length === 0 ? () => NO_OWN_PARAMETERS : (id) => ownParameters(rules, id)
}

/**
 * What Pegboard puts into calls of a server's tools, each in words, in a fixed order. Tools go by
 * the server that they were imported from, as calls do.
 */
export async function pinnedTexts(
  { sessions }: Pick<AppContext, 'sessions'>,
  { dir, server }: { dir: string; server: string | undefined },
): Promise<string[]> {
  const session = await sessions.of(dir)
  const pinned = (await session.parameterRules()).filter(isPinned)
  if (pinned.length === 0) return []
  const { tools } = await session.catalog()
  const ids = tools
    .filter(({ tool }) => asImported(tool).server === server)
    .map(({ tool }) => tool.id)
  return pinned
    .filter(({ of }) => ids.some((id) => meansTool(of, id)))
    .map(ruleText)
    .sort()
}
