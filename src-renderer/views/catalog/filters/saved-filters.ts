import type { CatalogFilterState } from '../useCatalog'

/** A filter under the name that a person gave it. */
export interface SavedFilter {
  name: string
  filter: CatalogFilterState
}

/** As many as a list of them can be looked through. */
export const MOST_FILTERS = 50
export const LONGEST_NAME = 60

/** The filters that a text holds; it may be of another version, or touched by hand. */
export function filtersIn(text: string | null): SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSavedFilter).slice(0, MOST_FILTERS) : []
  } catch {
    return []
  }
}

function isSavedFilter(value: unknown): value is SavedFilter {
  const { name, filter } = (value ?? {}) as Partial<SavedFilter>
  const { search, servers, tags, visibilities, edited } = filter ?? {}
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every((item) => typeof item === 'string')
  return (
    typeof name === 'string' &&
    typeof search === 'string' &&
    [servers, tags, visibilities].every(isList) &&
    ['all', 'edited', 'untouched'].includes(String(edited))
  )
}

/** The filters with one more at the beginning, in place of one of its name; the last ones go. */
export const withFilter = (filters: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [added, ...filters.filter(({ name }) => name !== added.name)].slice(0, MOST_FILTERS)

/** What a filter lets through, in words. */
export function filterText({ search, servers, tags, visibilities, edited }: CatalogFilterState) {
  const edits = { all: '', edited: 'edited', untouched: 'not edited' }
  return [search && `“${search}”`, ...servers, ...tags, ...visibilities, edits[edited]]
    .filter(Boolean)
    .join(' · ')
}
