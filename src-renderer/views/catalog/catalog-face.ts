/** What of the catalog is on show beside the open tool. */
export type CatalogFace = 'tools' | 'graph' | 'findings' | 'confusable' | 'history'
