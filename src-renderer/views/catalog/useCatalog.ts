import { computed, reactive, ref, watch } from 'vue'
import type { RouteInput, RouteOutput } from '../../../src-main/contract/routes'
import type { Visibility } from '../../../src-main/domain/tool'
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

export type Facets = RouteOutput<'catalog.facets'>

const noFilter = (): CatalogFilterState => ({
  search: '',
  servers: [],
  tags: [],
  visibilities: [],
  edited: 'all',
})

/** A pause in typing long enough to be one. */
const TYPING_MS = 120

type ListInput = RouteInput<'catalog.list'>

function useFilter() {
  const filter = reactive(noFilter())
  const sort = ref<TableSort>({ key: 'id', descending: false })
  /** Filter and sort as the app takes them. */
  const listInput = computed<Pick<ListInput, 'filter' | 'sort' | 'descending'>>(() => ({
    filter: {
      search: filter.search,
      servers: [...filter.servers],
      tags: [...filter.tags],
      visibilities: [...filter.visibilities],
      edited: filter.edited === 'all' ? undefined : filter.edited === 'edited',
    },
    sort: sort.value.key as ListInput['sort'],
    descending: sort.value.descending,
  }))
  const filtered = computed(() => JSON.stringify(filter) !== JSON.stringify(noFilter()))
  return { filter, filtered, clearFilter: () => Object.assign(filter, noFilter()), sort, listInput }
}

/**
 * The catalog's list: filter, sort, rows by page and facets.
 * `onFresh` is called when it becomes another list than before: back to its top.
 */
export function useCatalog(dir: string, onFresh: () => void) {
  const { listInput, ...filter } = useFilter()
  const settled = useSettled(
    () => listInput.value,
    (next, before) => (next.filter?.search === before.filter?.search ? 0 : TYPING_MS),
  )
  watch(settled, onFresh)
  const { rows, shown, problem, reload } = usePagedRows('catalog.list', () => ({
    dir,
    ...settled.value,
  }))
  const { data: facets, reload: reloadFacets } = useQuery('catalog.facets', { dir })

  return {
    ...filter,
    rows,
    problem,
    ready: computed(() => shown.value !== undefined),
    facets,
    reload: async () => void (await Promise.all([reload(), reloadFacets()])),
  }
}
