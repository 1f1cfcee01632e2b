import { expect, it } from 'vitest'
import { namedNeeds, type ToolInQuestion } from '../clues/named-needs'
import type { ToolId } from '../../../domain/tool/tool'

const id = (name: string) => name as ToolId
const ASKED: ToolInQuestion = {
  id: id('book_room'),
  parameters: new Set(['room']),
  others: new Set([id('find_room'), id('log_in')]),
  proposed: new Map([
    [
      id('find_room'),
      {
        from: id('book_room'),
        edge: { on: id('find_room'), kind: 'parameter-direct', parameter: 'room' },
        probability: 0.5,
        worth: 1,
        evidence: [{ by: 'name', parameter: 'room', words: ['room'] }],
      },
    ],
  ]),
}
const need = (name: string, supplies = '') => ({ name, reason: 'It has to.', supplies })

it('drops and counts tools that the model was not shown, and counts a tool said twice once', () => {
  const { proposals, invented } = namedNeeds(ASKED, [
    need('log_in'),
    need('log_in'),
    need('open_door'),
    need('book_room'),
    need(''),
  ])
  expect(proposals.map(({ edge }) => edge.on)).toEqual(['log_in'])
  expect(invented).toBe(3)
})

it('makes a proposal surer, once, and says that a model named it', () => {
  const [named] = namedNeeds(ASKED, [need(' find_room ', 'room')]).proposals
  expect(named).toMatchObject({
    probability: 0.8,
    evidence: [{ by: 'model', reason: 'It has to.' }, { by: 'name' }],
  })
  const again = namedNeeds({ ...ASKED, proposed: new Map([[id('find_room'), named as never]]) }, [
    need('find_room'),
  ])
  expect(again.proposals[0]?.probability).toBe(0.8)
  expect(again.proposals[0]?.evidence).toHaveLength(2)
})

it('takes a parameter that the tool does not have for none', () => {
  const { proposals } = namedNeeds(ASKED, [need('log_in', 'password')])
  expect(proposals[0]?.edge).toEqual({ on: 'log_in', kind: 'tool-direct', reason: 'It has to.' })
})
