import { describe, expect, it } from 'vitest'
import { BOOK, PASTA } from '../../../../test/app/standardising'
import { enhancing } from './enhancing'

describe('an accepted text that a model wrote', () => {
  it('leaves deleted entries deleted that stood there when a model was asked', async () => {
    const { enhance, proposals, request, dir } = await enhancing()
    const layer = { questions: ['My own', 'A bad one'] }
    await request('catalog.saveLayer', { dir, id: PASTA, layer })
    await enhance({ ids: [PASTA] })
    await request('catalog.saveLayer', { dir, id: PASTA, layer: { questions: ['My own'] } })
    const [own] = await proposals()
    const chosen = { ids: [own?.id ?? ''] }
    await request('review.decide', { dir, chosen, verdict: 'accepted' })
    const written = (await request('catalog.tool', { dir, id: PASTA })).entry.layer.questions
    expect(written?.[0]).toBe('My own')
    expect(written).not.toContain('A bad one')
  })

  it('leaves parameters as their author corrected them since a model was asked', async () => {
    const { enhance, proposals, request, dir } = await enhancing()
    const described = (text: string) => ({ parameters: { session_id: text } })
    await request('catalog.saveLayer', { dir, id: BOOK, layer: described('Which seat.') })
    await enhance({ ids: [BOOK], parts: ['parameters'] })
    await request('catalog.saveLayer', { dir, id: BOOK, layer: described('Whose session.') })
    const [own] = await proposals()
    expect(own?.proposed).toEqual({ parameters: { airport_code: 'The airport_code meant.' } })
    const chosen = { ids: [own?.id ?? ''] }
    await request('review.decide', { dir, chosen, verdict: 'accepted' })
    expect((await request('catalog.tool', { dir, id: BOOK })).entry.layer.parameters).toEqual({
      session_id: 'Whose session.',
      airport_code: 'The airport_code meant.',
    })
  })
})
