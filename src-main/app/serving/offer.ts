import type { FixedTool, ServingOffer } from '../../contract/serving'
import type { AppContext } from '../context'
import { fixedTools } from './fixed-tools'

/**
 * What stands in an agent's prompt, and how a workspace is served.
 * @throws Problem where it cannot be opened
 */
export async function servingOffer(
  { about, sessions, tokenCounter, variable }: AppContext,
  { dir, calls = false }: { dir: string; calls?: boolean | undefined },
): Promise<ServingOffer> {
  const session = await sessions.of(dir)
  const { tools, wording } = fixedTools(calls, await session.promptOverrides())
  const [command = '', ...args] = about.program
  const home = variable('PEGBOARD_HOME')
  const tokensOf = ({ name, description, inputSchema: parameters }: FixedTool) =>
    tokenCounter.count(
      JSON.stringify({ type: 'function', function: { name, description, parameters } }),
    ).tokens
  return {
    tools,
    ...(wording !== undefined && { wording }),
    promptTokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0),
    tokenizer: tokenCounter.tokenizer,
    command,
    args: [...args, 'mcp', '--workspace', dir, ...(calls ? ['--call'] : [])],
    ...(home !== undefined && { env: { PEGBOARD_HOME: home } }),
  }
}
