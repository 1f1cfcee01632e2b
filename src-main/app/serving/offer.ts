import type { FixedTool, ServingOffer } from '../../contract/serving'
import type { FoundIn } from '../agent/find-tools'
import { briefServed } from './brief-served'
import type { ServingOf } from './of-served'

/**
 * What stands in an agent's prompt, and how a workspace is served.
 * @throws Problem where it cannot be opened
 */
export async function servingOffer(
  at: FoundIn,
  asked: ServingOf & { calls?: boolean | undefined },
): Promise<ServingOffer> {
  const { about, tokenCounter, variable } = at.context
  const { dir, calls = false } = asked
  const briefing = await briefServed(at, asked)
  const [command = '', ...args] = about.program
  const home = variable('PEGBOARD_HOME')
  const tokensOf = ({ name, description, inputSchema: parameters }: FixedTool) =>
    tokenCounter.count(
      JSON.stringify({ type: 'function', function: { name, description, parameters } }),
    ).tokens
  const instructionTokens = tokenCounter.count(briefing.instructions).tokens
  return {
    ...briefing,
    promptTokens: briefing.tools.reduce((sum, tool) => sum + tokensOf(tool), instructionTokens),
    instructionTokens,
    tokenizer: tokenCounter.tokenizer,
    command,
    args: [...args, 'mcp', '--workspace', dir, ...(calls ? ['--call'] : [])],
    ...(home !== undefined && { env: { PEGBOARD_HOME: home } }),
  }
}
