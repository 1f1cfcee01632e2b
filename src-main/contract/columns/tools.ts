import type { CatalogRow } from '../catalog'
import type { Columns } from './column'

/** What is told of a tool. */
export const TOOL_COLUMNS = {
  id: { title: 'Id', value: ({ id }) => id },
  name: { title: 'Tool', value: ({ name }) => name },
  server: { title: 'Server', value: ({ server }) => server },
  description: { title: 'Description', value: ({ description }) => description },
  tags: { title: 'Tags', value: ({ tags }) => tags },
  parameters: { title: 'Parameters', kind: 'count', value: ({ parameters }) => parameters },
  questions: { title: 'Questions', kind: 'count', value: ({ questions }) => questions },
  dependencies: { title: 'Dependencies', kind: 'count', value: ({ dependencies }) => dependencies },
  visibility: { title: 'Visibility', value: ({ visibility }) => visibility },
  promptTokens: {
    title: 'Definition',
    unit: 'tokens',
    kind: 'tokens',
    value: ({ promptTokens }) => promptTokens,
  },
} as const satisfies Columns<CatalogRow>
