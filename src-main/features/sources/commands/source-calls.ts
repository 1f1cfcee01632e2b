import { z } from 'zod'
import { AllowedCalls, type CallsOfSource } from '../../../contract/serving'
import type { SourceLook } from '../../../contract/source'
import { Dir } from '../../../contract/workspace'
import { isToolServer } from '../../../domain/catalog/source'
import { Problem } from '../../../domain/problem'
import { shownText } from '../../../domain/value/shown-text'
import { command } from '../../../hosts/cli/command'
import { lookText } from '../../../hosts/cli/look-text'
import { plainText } from '../../../hosts/cli/print-table'

export const sourceCalls = command({
  summary: 'which tools of a source agents may call through pegboard mcp --call',
  args: ['name', 'calls'],
  input: {
    dir: Dir,
    name: z.string().optional().describe('the source; default: list all of them'),
    calls: AllowedCalls.optional().describe(
      'all; read-only, the tools that say they change nothing; none takes it back',
    ),
    allowCalls: z
      .boolean()
      .default(false)
      .describe('agree to calls that go to the program or address that is named'),
  },
  note: 'pegboard sources calls files read-only --workspace W --allow-calls',
  async run(session, { dir, name, calls, allowCalls }) {
    if (name === undefined) return session.request('serving.calls', { dir })
    const look = await session.request('sources.look', { dir, source: { name } })
    if (calls === undefined) {
      const all = await session.request('serving.calls', { dir })
      return all.filter(({ source }) => source === name)
    }
    const isServer = isToolServer(look) && look.missing.length === 0
    if (isServer && calls !== 'none' && !allowCalls) throw notAgreed(name, calls, look)
    const { mark } = look
    return [await session.request('serving.allowCalls', { dir, source: name, calls, mark })]
  },
  print: (rows) => (rows.length > 0 ? rows.map(lineOf) : 'None is an MCP server.'),
})

const CALLS: Readonly<Record<AllowedCalls, string>> = {
  none: 'no calls',
  'read-only': 'calls of tools that say they change nothing',
  all: 'calls of all its tools',
}

const lineOf = ({ source, calls, where, why }: CallsOfSource): string => {
  const by = where === undefined || calls === 'none' ? '' : `, by ${where}`
  return plainText(`${source}: ${CALLS[calls]}${by}${why === undefined ? '' : ` (${why})`}`)
}

const notAgreed = (name: string, calls: AllowedCalls, look: SourceLook): Problem =>
  new Problem(
    'asks-start',
    `Agents would make ${CALLS[calls]} of “${shownText(name)}” by ${lookText(look, 'Nobody agreed to that yet.')}`,
    'If that is what you expect: --allow-calls.',
  )
