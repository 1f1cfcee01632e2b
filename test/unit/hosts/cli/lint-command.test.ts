import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard, at } = terminalInFolder()
const inGraph = ['--workspace', 'graph']
const tool = (name: string, ...needs: string[]) => ({
  name,
  description: `Does ${name}.`,
  parameters: [],
  depends_on: needs.map((on) => ({ name: on, dependence_type: 'TOOL_DIRECTLY_DEPENDS_ON' })),
  func_type: 'regular',
})

beforeEach(async () => {
  const tools = [tool('ping', 'pong'), tool('pong', 'ping', 'clock', 'clock'), tool('clock')]
  await writeFile(at('regular_tools.json'), JSON.stringify(tools))
  await pegboard('import', 'regular_tools.json', ...inGraph)
})

describe('pegboard lint', () => {
  it('says by rule what is wrong, where and how to mend it, and exits with 1', async () => {
    const { code, out, err } = await pegboard('lint', ...inGraph)
    expect(code).toBe(1)
    expect(out).toMatch(
      /warning · Tools that need each other \(edge-cycle\)\n {2}ping · a circle of 2 tools · ping → pong → ping\. Remove/,
    )
    expect(out).toMatch(
      /\(edge-duplicate\)\n {2}pong · edge 3, to clock · It says the same as edge 2/,
    )
    expect(err).toContain('2 findings.')
  })

  it('exits with 0 where nothing is found, or nothing as severe as asked', async () => {
    const none = await pegboard('lint', ...inGraph, '--rule', 'edge-self')
    expect(none).toMatchObject({ code: 0, out: 'Nothing to object to.\n' })
    expect((await pegboard('lint', ...inGraph, '--fail-on', 'error')).code).toBe(0)
    expect((await pegboard('lint', ...inGraph, '--fail-on', 'never')).code).toBe(0)
    expect((await pegboard('lint', ...inGraph, '--tool', 'clock')).code).toBe(0)
  })

  it('prints one object, and says how many more there are than it shows', async () => {
    const { out } = await pegboard('lint', ...inGraph, '--json')
    expect(JSON.parse(out)).toMatchObject({ total: 2, findings: [{ rule: 'edge-cycle' }, {}] })
    expect((await pegboard('lint', ...inGraph, '--limit', '1')).out).toContain('… and 1 more')
  })

  it('is used wrongly with a rule that there is not', async () => {
    const { code, err } = await pegboard('lint', ...inGraph, '--rule', 'edge-colour')
    expect(code).toBe(2)
    expect(err).toContain('edge-dangling')
  })
})
