import { tagsOf } from '../../domain/catalog-tool'
import type { ToolId } from '../../domain/tool'
import type { Documents, Kit } from '../kit'

/** The tags of each tool that has any, to be searched by their words. */
export const tagDocuments = (kit: Pick<Kit, 'tools'>): Documents<ToolId> => ({
  key: 'tags of tools',
  pooling: 'best',
  texts: () =>
    [...kit.tools].flatMap(([key, entry]) => {
      const text = tagsOf(entry).join(' ')
      return text === '' ? [] : [{ key, text }]
    }),
})
