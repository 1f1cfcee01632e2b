import { z } from 'zod'
import { plainText } from '../../../domain/value/plain-text'
import { command } from '../../../hosts/cli/command'
import { text } from '../../../hosts/cli/flags'
import { ALLOW_START, ALLOW_VARIABLE } from './allow-flags'
import { failureOf, jsonOf, linesOf, outcomeOf, type Read } from './outcomes'
import { writtenOrigin } from './written-origin'

export const signIn = command({
  summary: 'sign in to the server of a source in a browser, and read it at once',
  args: ['name'],
  input: {
    name: z.string().describe('the source; a new one with --url'),
    workspace: z.string().meta({
      title: 'dir',
      description: 'the workspace; created if it does not exist',
    }),
    url: text('address', 'the address of an MCP server, which is followed from then on'),
    clientId: text(
      'id',
      'by which the server knows Pegboard, where somebody registered it there; an https address of its description too',
    ),
    allowStart: ALLOW_START,
    allowVariable: ALLOW_VARIABLE,
  },
  note: 'pegboard sources sign-in shop --url https://shop.example.com/mcp --workspace W',
  async run(session, { name, workspace, url, clientId, allowStart, allowVariable = [] }) {
    const place = await session.workspaceOrNew(workspace)
    const dir = place.create === undefined ? place.dir : undefined
    const isTyped = url !== undefined
    const source = isTyped ? { name, origin: writtenOrigin({ kind: 'http', url }) } : { name }
    const work = async (): Promise<Read> => {
      const { id, address } = await session.request('sources.signIn', { dir, source, clientId })
      session.remark(`Open this address in a browser, and sign in there:\n${plainText(address)}`)
      await session.request('sources.signedIn', { id })
      const taken = { ...place, source, removeMissing: true }
      return { imported: await session.request('import.commit', taken) }
    }
    const may = {
      agree: allowStart || isTyped,
      send: isTyped ? ('all' as const) : allowVariable,
    }
    return [await outcomeOf(session, { dir, source, may }, work)]
  },
  json: (outcomes) => outcomes.map(jsonOf),
  print: (outcomes) => outcomes.flatMap(linesOf),
  failure: (outcomes) => failureOf(outcomes),
})
