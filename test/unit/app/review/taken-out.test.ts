import { describe, expect, it } from 'vitest'
import { takenOut } from '../../../../src-main/app/review/taken-out'
import type { AuthorLayer } from '../../../../src-main/domain/tool/tool'
import type { ProposedText, TextProposal } from '../../../../src-main/domain/proposal/text'
import { catalogTool, id } from '../../../fakes/catalog-tool'

/** What is left of a layer when a proposal is undone that wrote `written` over `before`. */
function undone(layer: AuthorLayer, before: ProposedText, written: ProposedText) {
  const [part = 'questions'] = Object.keys(written) as TextProposal['part'][]
  return takenOut(catalogTool('mail', {}, layer), {
    id: 'p',
    tool: id('mail'),
    part,
    of: '',
    seen: [],
    proposed: written,
    at: '',
    origin: { by: 'parameters' },
    decision: { verdict: 'accepted', batch: 'b', decidedAt: '', before, written },
  })
}

describe('an accepted text that is undone', () => {
  it.each([
    [
      'goes back to what was there before',
      { a: 'New.' },
      { a: 'Old.' },
      { a: 'New.' },
      { a: 'Old.' },
    ],
    ['goes where nothing was', { a: 'New.', b: 'Mine.' }, {}, { a: 'New.' }, { b: 'Mine.' }],
    [
      'stays where somebody changed it since, and the others go back',
      { a: 'Mine.', b: 'New.' },
      { a: 'Old.', b: 'Old.' },
      { a: 'New.', b: 'New.' },
      { a: 'Mine.', b: 'Old.' },
    ],
  ])('parameter by parameter: %s', (...[, now, before, written, left]) => {
    const note = 'Kept.'
    const parameters = { c: 'Added since.' }
    const layer = { note, parameters: { ...now, ...parameters } }
    expect(undone(layer, { parameters: before }, { parameters: written })).toEqual({
      note,
      parameters: { ...left, ...parameters },
    })
  })

  it('is left where nothing of it stands any more, or it wrote what was there', () => {
    const mine = { parameters: { a: 'Mine.', b: 'Same.' } }
    const before = { parameters: { b: 'Same.' } }
    expect(undone(mine, before, { parameters: { a: 'New.', b: 'Same.' } })).toBeUndefined()
    const written = { questions: ['New one?'] }
    expect(undone({ questions: ['Mine?'] }, {}, written)).toBeUndefined()
  })
})
