import { describe, expect, it } from 'vitest'
import { fieldsText, reasonsOf } from '../../../../src-main/domain/trace/reasons'

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

it('a long logged query is quoted by its beginning beside the tools that it brought', () => {
  const query = 'plan a week '.repeat(20)
  const [reason = ''] = reasonsOf([{ kind: 'bundle', bundle: 'b', query }])
  expect(reason.length).toBeLessThan(140)
  expect(reason).toMatch(/^a logged query like this one took it: “plan a week .* …”$/)
})
