import type { CatalogList } from '../../composables/useNavigation'

/** What of the catalog is on show beside the open tool. */
export type CatalogFace = CatalogList
