import type { ToolId } from '../domain/tool/tool'
import type { Documents, KeyedText, Kit, Replaced } from './kit'

/** Makes texts of some tools of a kit, those that are there. */
type TextsOf<Key extends string> = (
  kit: Kit,
  tools: Iterable<ToolId>,
) => Promise<readonly KeyedText<Key>[]> | readonly KeyedText<Key>[]

/**
 * Texts over all tools. Where some are being edited, the catalog as it is stays indexed, and theirs
 * are put in place.
 */
export const overTools = <Key extends string>(
  kit: Kit,
  textsOf: TextsOf<Key>,
): Pick<Documents<Key>, 'texts' | 'instead'> => {
  const base = kit.draft?.base ?? kit
  return { texts: () => textsOf(base, base.tools.keys()), ...inPlace(kit, textsOf) }
}

/** What is put in place for the tools that are being edited; nothing in a catalog as it is. */
export const inPlace = <Key extends string>(
  kit: Kit,
  textsOf: TextsOf<Key>,
): Pick<Documents<Key>, 'instead'> => {
  const { draft } = kit
  if (!draft) return {}
  return {
    async instead(): Promise<Replaced<Key>> {
      const before = await textsOf(draft.base, draft.changed)
      const after = await textsOf(kit, draft.changed)
      return new Map([
        ...before.map(({ key }): [Key, KeyedText<Key>[]] => [key, []]),
        ...Map.groupBy(after, ({ key }) => key),
      ])
    },
  }
}
