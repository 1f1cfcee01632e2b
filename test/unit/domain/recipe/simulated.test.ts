import { describe, expect, it } from 'vitest'
import { groundsText } from '../../../../src-main/domain/recipe/simulated'

const simulates = {
  by: 'Acme',
  page: 'https://acme.example/search',
  read: '2026-11-28',
  assumed: ['Its weights are not published.'],
}

describe('what a simulation rests on', () => {
  it('is the page, the day and what is assumed', () => {
    expect(groundsText(simulates)).toBe(
      'Acme: as described on https://acme.example/search, read on 2026-11-28. Its weights are not published.',
    )
  })
})
