/** What of the open tool is on show. */
export type ToolTab = 'overview' | 'edges' | 'layer' | 'fields' | 'document' | 'source'
