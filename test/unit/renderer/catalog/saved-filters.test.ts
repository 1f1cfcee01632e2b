import { expect, test } from 'vitest'
import {
  filtersIn,
  filterText,
  MOST_FILTERS,
  withFilter,
} from '../../../../src-renderer/views/catalog/filters/saved-filters'

const filter = {
  search: 'mail',
  servers: ['post'],
  tags: [],
  visibilities: ['hidden' as const],
  edited: 'untouched' as const,
}

test('a filter is kept under its name, in place of one of that name, and old ones go', () => {
  const many = Array.from({ length: MOST_FILTERS }, (_, at) => ({ name: `${at}`, filter }))
  const kept = withFilter(many, { name: '3', filter: { ...filter, search: '' } })
  expect(kept).toHaveLength(MOST_FILTERS)
  expect(kept[0]?.filter.search).toBe('')
  expect(withFilter(many, { name: 'new', filter })).toHaveLength(MOST_FILTERS)
  expect(filtersIn(JSON.stringify(kept))).toEqual(kept)
})

test('what is kept and is no filter is passed over', () => {
  expect(filtersIn(null)).toEqual([])
  expect(filtersIn('{')).toEqual([])
  expect(filtersIn('{"a":1}')).toEqual([])
  const broken = [null, { name: 'x' }, { name: 'y', filter: { ...filter, tags: [1] } }]
  expect(filtersIn(JSON.stringify([...broken, { name: 'z', filter }]))).toEqual([
    { name: 'z', filter },
  ])
})

test('a filter is told in words', () => {
  expect(filterText(filter)).toBe('“mail” · post · hidden · not edited')
})
