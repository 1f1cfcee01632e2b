import { describe, expect, it } from 'vitest'
import { importGoldenSets } from '../../../fixtures/importing/golden-sets'
import { textFile } from '../../../fixtures/importing/files'
import {
  tools,
  linesOf,
  requestsIn,
  CRASH,
  user,
  anthropicCall,
  anthropicResult,
} from '../../../fixtures/importing/logs'

describe('what a turn came to is said as it is', () => {
  const said = async (...messages: unknown[]) => {
    const { report, asked } = await requestsIn({
      messages: [user('report the crash'), ...messages],
    })
    return { asked, report: report.map(({ outcome, why }) => `${outcome}: ${why}`) }
  }
  const called = (...calls: unknown[]) => ({ role: 'assistant', tool_calls: calls })

  it.each([
    ['no call', [{ role: 'assistant', content: 'Done.' }], 'notice: The turn led to no tool call'],
    [
      'calls that are not understood',
      [called({ id: 'a' })],
      'skipped: The calls of the turn were not',
    ],
    [
      'calls that failed',
      [anthropicCall('a', 'create_issue'), anthropicResult('a', { is_error: true })],
      'notice: Every call of the turn failed',
    ],
    [
      'tools that are unknown',
      [called({ name: 'fly' })],
      'skipped: None of its tools is in the catalog',
    ],
  ])('with %s', async (_what, messages, row) => {
    const { asked, report } = await said(...messages)
    expect(asked).toEqual([])
    expect(report.some((each) => each.startsWith(row))).toBe(true)
    if (!row.includes('no tool call')) expect(report.join()).not.toContain('led to no tool call')
  })

  it.each([
    ['its status', { role: 'tool', status: 'error', content: 'no' }],
    ['what it gave', { role: 'tool', content: '{"isError": true}' }],
  ])('with a call that failed by %s, and one that did not', async (_what, result) => {
    const { asked, report } = await said(
      called({ name: 'close_issue' }, { name: 'create_issue' }),
      result,
    )
    expect(asked).toEqual([CRASH])
    expect(report).toEqual(['notice: A call failed, and does not make its tool right'])
  })

  it('with a file beside the log that holds no requests', async () => {
    const files = [
      textFile('README.md', 'About these logs'),
      textFile('tools.json', '{"tools": []}'),
      textFile(
        'log.jsonl',
        linesOf([{ messages: [user('report the crash'), anthropicCall('a', 'create_issue')] }]),
      ),
    ]
    const { goldenSets, report } = await importGoldenSets(files, tools)
    expect(goldenSets).toMatchObject([{ name: 'log', queries: [{ text: 'report the crash' }] }])
    expect(report.map(({ outcome, where }) => [outcome, where])).toEqual([
      ['skipped', 'tools.json'],
    ])
  })

  it('with an entry that is not of the log', async () => {
    const { report } = await requestsIn({ messages: [user('a')] }, { other: 1 })
    expect(report.map(({ where }) => where)).toContain('log.jsonl, line 2')
  })
})
