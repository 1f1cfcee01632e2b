import { tagsOf } from '../../domain/catalog-tool'
import type { ToolId } from '../../domain/tool'
import { overTools } from '../drafted'
import type { Documents, Kit } from '../kit'

/** The tags of each tool that has any, to be searched by their words. */
export const tagDocuments = (kit: Kit): Documents<ToolId> => ({
  key: 'tags of tools',
  pooling: 'best',
  ...overTools(kit, ({ tools }, ids) =>
    [...ids].flatMap((key) => {
      const entry = tools.get(key)
      const text = entry ? tagsOf(entry).join(' ') : ''
      return text === '' ? [] : [{ key, text }]
    }),
  ),
})
