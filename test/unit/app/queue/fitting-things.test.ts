import { expect, test } from 'vitest'
import { fitting } from '../../../../src-main/app/queue/fitting-things'
import type { ThingOf } from '../../../../src-main/app/queue/things'
import { catalogTool } from '../../../fakes/catalog-tool'
import { proposal } from '../../../app/reviewing'

const TEXT: ThingOf<'text'> = {
  kind: 'text',
  tool: proposal().tool,
  state: 'open',
  proposal: proposal(),
}

test('what was measured of a text is worked out only where that is asked for', () => {
  const asked: string[] = []
  const known = {
    catalog: { has: () => true, tool: () => catalogTool(TEXT.tool) },
    gateOf(thing: ThingOf<'text'>) {
      asked.push(thing.proposal.id)
      return 'helps' as const
    },
  }
  const filters = { state: 'open' as const, atLeast: 0, search: '' }
  expect(fitting(filters, known)(TEXT)).toBe(true)
  expect(fitting({ ...filters, parts: ['topics'], gates: ['helps'] }, known)(TEXT)).toBe(false)
  expect(asked).toEqual([])
  expect(fitting({ ...filters, gates: ['harms'] }, known)(TEXT)).toBe(false)
  expect(asked).toEqual([TEXT.proposal.id])
})
