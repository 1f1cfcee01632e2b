import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { Validator } from '@cfworker/json-schema'
import { SARIF_SHAPE, type SarifLog } from '../../../fixtures/sarif-2.1.0'
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
    expect(none).toMatchObject({ code: 0, out: 'No findings.\n' })
    expect((await pegboard('lint', ...inGraph, '--fail-on', 'error')).code).toBe(0)
    expect((await pegboard('lint', ...inGraph, '--fail-on', 'never')).code).toBe(0)
    expect((await pegboard('lint', ...inGraph, '--tool', 'clock')).code).toBe(0)
  })

  it('prints one object, and says how many more there are than it shows', async () => {
    const { out } = await pegboard('lint', ...inGraph, '--severity', 'warning', '--json')
    expect(JSON.parse(out)).toMatchObject({ total: 2, findings: [{ rule: 'edge-cycle' }, {}] })
    expect((await pegboard('lint', ...inGraph, '--limit', '1')).out).toContain('… and 4 more')
  })

  it('prints all findings as CSV', async () => {
    const { code, out } = await pegboard('lint', ...inGraph, '--limit', '1', '--csv')
    expect(code).toBe(1)
    const [header, ...rows] = out.trim().split(/\r?\n/)
    expect(header).toBe('severity,finding,tool,where,what,what to do,dismissed because')
    expect(rows[0]).toMatch(/^warning,edge-cycle,ping,a circle of 2 tools,/)
    expect(rows).toHaveLength(5)
  })

  it('is used wrongly with a rule that there is not', async () => {
    const { code, err } = await pegboard('lint', ...inGraph, '--rule', 'edge-colour')
    expect(code).toBe(2)
    expect(err).toContain('edge-dangling')
  })

  it('fails on notes where it is told to, and counts no others than those asked for', async () => {
    const notes = [...inGraph, '--severity', 'note']
    expect((await pegboard('lint', ...notes)).code).toBe(0)
    expect((await pegboard('lint', ...notes, '--fail-on', 'note')).code).toBe(1)
    expect(await pegboard('lint', ...inGraph, '--severity', 'grave')).toMatchObject({ code: 2 })
  })

  it('sets aside what is no fault, says so, and takes it back', async () => {
    const given = ['lint', 'dismiss', 'ping', ...inGraph, '--rule', 'edge-cycle']
    expect((await pegboard(...given, '--reason', 'They take turns.')).out).toMatch(
      /^Dismissed: 1\./,
    )
    expect((await pegboard('lint', ...inGraph)).out).not.toContain('edge-cycle')
    expect((await pegboard('lint', ...inGraph, '--dismissed')).out).toContain('They take turns.')
    expect(await pegboard(...given, '--reason', 'Again.')).toMatchObject({ code: 1 })
    expect((await pegboard('lint', 'restore', 'ping', ...inGraph)).out).toMatch(/^Restored: 1\./)
    expect((await pegboard('lint', ...inGraph)).out).toContain('edge-cycle')
  })

  it('lists its rules, and switches them off and on', async () => {
    expect((await pegboard('lint', 'off', 'edge-cycle', ...inGraph)).out).toContain('edge-cycle')
    expect((await pegboard('lint', 'rules', ...inGraph)).out).toMatch(/edge-cycle +warning +off/)
    expect((await pegboard('lint', ...inGraph)).out).toMatch(/1 rule is switched off/)
    expect((await pegboard('lint', 'on', 'edge-cycle', ...inGraph)).out).toContain('none')
  })
})

describe('pegboard lint --effect', () => {
  it('says what the simplest mend would do to golden queries', async () => {
    const buried = { ...tool('trains'), description: 'Requires a key. Finds trains by town.' }
    await writeFile(at('more_tools.json'), JSON.stringify([buried, tool('clock')]))
    await pegboard('import', 'more_tools.json', '--workspace', 'more')
    const none = await pegboard('lint', '--workspace', 'more', '--effect')
    expect(none.out).toMatch(
      /Purpose buried \(purpose-buried\)\n {2}trains · description · It begins/,
    )
    expect(none.out).toMatch(
      /Measured effect.*\n {2}trains \(purpose-buried\)\n {4}No golden query/,
    )
    const golden = [{ id: 'q', query: 'trains to the next town', tools: ['trains'] }]
    await writeFile(at('golden.json'), JSON.stringify(golden))
    await pegboard('import-golden', 'golden.json', '--workspace', 'more')
    const measured = await pegboard('lint', '--workspace', 'more', '--effect', '--json')
    expect(JSON.parse(measured.out)).toMatchObject({
      effects: [{ tool: 'trains', effect: { asked: 1, own: { same: 1 } } }],
    })
  })
})

describe('pegboard lint --format sarif', () => {
  it('prints a log in the shape that the standard prescribes', async () => {
    await pegboard('lint', 'dismiss', 'ping', ...inGraph, '--reason', 'They take turns.')
    const { code, out } = await pegboard('lint', ...inGraph, '--format', 'sarif')
    expect(code).toBe(1)
    const log = JSON.parse(out) as SarifLog
    expect(new Validator(SARIF_SHAPE).validate(log)).toMatchObject({ valid: true, errors: [] })
    const results = log.runs.flatMap((run) => run.results)
    const rules = log.runs.flatMap((run) => run.tool.driver.rules)
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]?.id).toBe(ruleId)
    expect(results.filter(({ suppressions }) => suppressions)).toHaveLength(2)
    expect(results.find(({ ruleId }) => ruleId === 'edge-duplicate')).toMatchObject({
      level: 'warning',
      message: {
        text: expect.stringContaining('pong, edge 3, to clock: It says the same') as string,
      },
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'pong' }] }],
    })
  })

  it('is refused where the shape is another', () => {
    const broken = { version: '2.1', runs: [{ tool: {}, results: [{ level: 'bad' }] }] }
    expect(new Validator(SARIF_SHAPE).validate(broken).valid).toBe(false)
  })
})
