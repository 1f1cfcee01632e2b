import { describe, expect, it } from 'vitest'
import { fieldsText } from '../../../src-main/domain/reasons'

describe('what fields add to a score, in words', () => {
  it('tells each field, and behind parameters which of them found no argument', () => {
    const adds = [
      { field: 'description', score: 0.614 },
      { field: 'parameters', score: -0.2 },
      { field: 'response', score: 12.345 },
    ]
    expect(fieldsText({ kind: 'fields', adds, missing: ['date'] })).toBe(
      'description .61 · parameters −.20: “date” found no argument · response 12.35',
    )
  })

  it('counts the parameters beyond the first three', () => {
    const adds = [{ field: 'parameters', score: -2 }]
    const missing = ['date', 'city', 'unit', 'days', 'hour']
    expect(fieldsText({ kind: 'fields', adds, missing })).toBe(
      'parameters −2.00: “date”, “city”, “unit”, 2 more found no argument',
    )
  })

  it('gives nothing a sign that is rounded to nothing', () => {
    const adds = [{ field: 'examples', score: -0.004 }]
    expect(fieldsText({ kind: 'fields', adds, missing: [] })).toBe('examples .00')
  })
})
