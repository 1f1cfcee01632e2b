import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { groupCounts, groupPlaces } from '../../../../src-renderer/views/playground/answer-groups'
import { answerAt, missingTools } from '../../../../src-renderer/views/playground/answer-view'
import { sampleAnswer } from './sample-answer'

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)

describe('an answer for another k', () => {
  it.each([
    [1, ['send_email'], ['list_mails', 'read_file', 'write_file']],
    [2, ['send_email', 'list_mails'], ['read_file', 'write_file']],
    [3, ['send_email', 'list_mails', 'read_file'], ['write_file']],
    [9, ['send_email', 'list_mails', 'read_file', 'write_file'], []],
  ])('is cut elsewhere, as far as it tells: %i', (k, tools, below) => {
    const view = answerAt(sampleAnswer('q', 2), k)
    expect([names(view.tools), names(view.below), view.cut]).toEqual([tools, below, k])
  })

  it('stays as it is where something else than k left tools out', () => {
    const answer = sampleAnswer('q', 2)
    const below = answer.below.map((tool) => ({ ...tool, cut: false, why: 'below the threshold' }))
    expect(answerAt({ ...answer, below }, 1)).toEqual({ tools: answer.tools, below, cut: 2 })
  })

  it('has no cut where the recipe decides how many tools there are', () => {
    const answer = sampleAnswer('q', 2)
    expect(answerAt({ ...answer, size: 'adaptive', below: [] }, 1)).toEqual({
      tools: answer.tools,
      below: [],
    })
  })
})

describe('an answer with tools that others need', () => {
  const answer = sampleAnswer('q', 3)
  const edge = {
    kind: 'edge' as const,
    from: 'mail/list_mails' as ToolId,
    edge: 'tool-direct' as const,
    distance: 1,
    main: 'mail/list_mails' as ToolId,
    reason: 'to know whom',
  }
  const needed = (name: string, tool: string, state: 'admitted' | 'kept-back' = 'admitted') => ({
    tool: tool as ToolId,
    name,
    edge,
    state,
  })
  const tools = answer.tools.map((tool) =>
    tool.name === 'send_email' ? { ...tool, witnesses: [edge] } : tool,
  )
  const seeds = [
    {
      tool: 'mail/list_mails' as ToolId,
      needs: [
        needed('send_email', 'mail/send_email'),
        needed('write_file', 'files/write_file'),
        needed('vault', 'vault', 'kept-back'),
      ],
    },
  ]
  const view = answerAt({ ...answer, tools, seeds }, 3)

  it('shows each tool that was found before what it needs, and others after', () => {
    expect(names(view.tools)).toEqual(['list_mails', 'send_email', 'read_file'])
    expect(groupCounts(view.groups ?? [])).toEqual({ found: 2, needed: 1 })
  })

  it('says who needs a tool, and what the set lacks', () => {
    const places = groupPlaces(view.groups ?? [])
    expect(places.get('mail/send_email' as ToolId)?.neededBy).toBe('mail/list_mails: to know whom')
    expect(places.get('mail/list_mails' as ToolId)?.lacks).toEqual([
      'write_file (cut)',
      'vault (kept back by the filters)',
    ])
  })

  it('is grouped anew where the cut moves', () => {
    const wider = answerAt({ ...answer, tools, seeds }, 4)
    expect(groupPlaces(wider.groups ?? []).get('mail/list_mails' as ToolId)).toMatchObject({
      shared: ['write_file'],
      lacks: ['vault (kept back by the filters)'],
    })
  })
})

describe('the right tools that a set lacks', () => {
  const answer = { ...sampleAnswer('q', 1), below: sampleAnswer('q', 1).below.slice(0, 1) }
  const tool = (id: string, isInCatalog = true) => ({ tool: id as ToolId, name: id, isInCatalog })

  it('are told with their places, below the cut or in the trace', () => {
    const known = {
      sets: ['demo'],
      tools: [
        tool('mail/send_email'),
        tool('mail/list_mails'),
        tool('files/write_file'),
        tool('maps/route'),
        tool('gone', false),
      ],
    }
    const missing = missingTools(known, answer, answer.tools)
    expect(missing.map(({ tool: id, place }) => [id, place])).toEqual([
      ['mail/list_mails', '#2'],
      ['files/write_file', '#4'],
      ['maps/route', '(not found)'],
      ['gone', '(not in this catalog)'],
    ])
  })

  it('are not said to be not found where the trace does not tell all of a ranking', () => {
    const trace = (answer.trace ?? []).map((step) =>
      step.output.shape === 'ranking' ? { ...step, output: { ...step.output, count: 163 } } : step,
    )
    const known = { sets: ['demo'], tools: [tool('maps/route')] }
    const places = (shown: typeof answer) =>
      missingTools(known, shown, shown.tools).map(({ place }) => place)
    expect(places({ ...answer, trace })).toEqual(['(not among the first 4)'])
    expect(places({ ...answer, trace: [] })).toEqual([''])
  })
})
