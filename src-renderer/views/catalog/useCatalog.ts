import { computed, reactive, ref, watch } from 'vue'
import type { ActionInput, ActionAnswer } from '../../../src-main/features/actions'
import type { Visibility } from '../../../src-main/domain/tool/tool'
import type { TableSort } from '../../components/table-column'
import { usePagedRows } from '../../composables/usePagedRows'
import { useQuery } from '../../composables/useQuery'
import { useSettled } from '../../composables/useSettled'

export type Edited = 'all' | 'edited' | 'untouched'

export interface CatalogFilterState {
  search: string
  servers: string[]
  tags: string[]
  visibilities: Visibility[]
  edited: Edited
}

export type Facets = ActionAnswer<'catalog.facets'>

const noFilter = (): CatalogFilterState => ({
  search: '',
  servers: [],
  tags: [],
  visibilities: [],
  edited: 'all',
})

/** A pause in typing long enough to be one. */
const TYPING_MS = 120

type ListInput = ActionInput<'catalog.list'>

/** The filter as the app takes it. */
const filterInput = (filter: CatalogFilterState): NonNullable<ListInput['filter']> => ({
  search: filter.search,
  servers: [...filter.servers],
  tags: [...filter.tags],
  visibilities: [...filter.visibilities],
  edited: filter.edited === 'all' ? undefined : filter.edited === 'edited',
})

const isFilter = (filter: ListInput['filter']): boolean =>
  JSON.stringify(filter) !== JSON.stringify(filterInput(noFilter()))

/**
 * The catalog's list: filter, sort, rows by page and facets.
 * `onFresh` is called when it becomes another list than before: back to its top.
 */
export function useCatalog(dir: string, onFresh: () => void) {
  const filter = reactive(noFilter())
  const sort = ref<TableSort>({ key: 'id', descending: false })
  const wanted = useSettled<ListInput>(
    () => ({
      dir,
      filter: filterInput(filter),
      sort: sort.value.key as ListInput['sort'],
      descending: sort.value.descending,
    }),
    (next, before) => (next.filter?.search === before.filter?.search ? 0 : TYPING_MS),
  )
  watch(wanted, onFresh)
  const { rows, shown, problem, progress, reload } = usePagedRows(
    'catalog.list',
    () => wanted.value,
  )
  const { data: facets, progress: counting } = useQuery('catalog.facets', { dir })

  return {
    filter,
    /** Whether a filter is set. */
    filtered: computed(() => isFilter(filterInput(filter))),
    clearFilter: () => Object.assign(filter, noFilter()),
    sort,
    /** Which tools are listed, and in which order. */
    order: () => wanted.value,
    rows,
    ready: computed(() => shown.value !== undefined),
    /** Whether the rows on show passed a filter: others may still be on their way. */
    narrowed: computed(() => shown.value !== undefined && isFilter(shown.value.input.filter)),
    problem,
    /** How far rows on their way have come. */
    progress,
    reload,
    facets,
    /** How far counting has come of what all tools add up to. */
    counting,
  }
}
