/** What of the open tool is on show. */
export type ToolTab =
  'overview' | 'definition' | 'edges' | 'layer' | 'fields' | 'document' | 'source'
