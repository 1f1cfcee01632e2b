import { computed, reactive, ref, shallowRef, watch, type Ref } from 'vue'
import type { CatalogRow } from '../../../src-main/contract/catalog-routes'
import type { RouteInput, RouteOutput } from '../../../src-main/contract/routes'
import type { Visibility } from '../../../src-main/domain/tool'
import { useBridge } from '../../bridge/bridge'
import type { TableSort } from '../../components/table-column'
import { usePagedRows, type PagedRows } from '../../composables/usePagedRows'
import { useWorkspace } from '../../composables/useWorkspace'

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

interface CatalogQuery {
  filter: CatalogFilterState
  filtered: Ref<boolean>
  clearFilter: () => void
  sort: Ref<TableSort>
  /** Filter and sort as the app takes them. */
  asked: Ref<Pick<ListInput, 'filter' | 'sort' | 'descending'>>
}

function useCatalogQuery(): CatalogQuery {
  const filter = reactive(noFilter())
  const sort = ref<TableSort>({ key: 'id', descending: false })
  const asked = computed<Pick<ListInput, 'filter' | 'sort' | 'descending'>>(() => ({
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
  return { filter, filtered, clearFilter: () => Object.assign(filter, noFilter()), sort, asked }
}

type Catalog = PagedRows<CatalogRow> &
  Omit<CatalogQuery, 'asked'> & { facets: Ref<Facets | undefined> }

/**
 * The catalog's list: filter, sort, rows by page and facets, read again whenever the workspace changes.
 * `onFresh` is called when it becomes another list than before: back to its top.
 */
export function useCatalog(onFresh: () => void): Catalog {
  const bridge = useBridge()
  const { current } = useWorkspace()
  const dir = current.value?.dir ?? ''
  const { asked, ...query } = useCatalogQuery()
  const facets = shallowRef<Facets>()
  const paged = usePagedRows<CatalogRow>((offset, limit, signal) =>
    bridge.request('catalog.list', { dir, ...asked.value, offset, limit }, { signal }),
  )

  async function readFacets(): Promise<void> {
    const reply = await bridge.request('catalog.facets', { dir })
    if (reply.ok) facets.value = reply.data
  }

  watch(asked, (next, before, onCleanup) => {
    const typing = next.filter?.search !== before.filter?.search
    const read = (): void => {
      onFresh()
      void paged.reload()
    }
    const timer = setTimeout(read, typing ? TYPING_MS : 0)
    onCleanup(() => clearTimeout(timer))
  })
  watch(
    () => current.value?.revision,
    () => {
      if (current.value?.dir !== dir) return
      void paged.reload()
      void readFacets()
    },
    { immediate: true },
  )
  return { ...paged, ...query, facets }
}
