import {
  buildMemoryLexicalIndex,
  unpackMemoryLexicalIndex,
} from '../../src-main/adapters/memory/memory-lexical-index'
import type { LexicalIndex } from '../../src-main/ports/lexical-index'
import { describeLexicalIndex } from './lexical-index.suite'

describeLexicalIndex('memory lexical index', buildMemoryLexicalIndex)

describeLexicalIndex(
  'memory lexical index, packed and unpacked',
  <Key extends string>(...documents: Parameters<typeof buildMemoryLexicalIndex<Key>>) =>
    unpackMemoryLexicalIndex(buildMemoryLexicalIndex(...documents).pack()) as LexicalIndex<Key>,
)

type Built<Key extends string> = Parameters<typeof buildMemoryLexicalIndex<Key>>

/** The last text, where no other stands for its key. */
const aloneAtLast = <Key extends string>(documents: Built<Key>[0]) => {
  const last = documents.at(-1)
  return last && documents.filter(({ key }) => key === last.key).length === 1 ? last : undefined
}

describeLexicalIndex(
  'memory lexical index with a text added',
  <Key extends string>(...[documents, pooling]: Built<Key>) => {
    const last = aloneAtLast(documents)
    if (!last) return buildMemoryLexicalIndex(documents, pooling)
    return buildMemoryLexicalIndex(documents.slice(0, -1), pooling).withTexts(
      new Map([[last.key, [last]]]),
    )
  },
)

describeLexicalIndex(
  'memory lexical index with a text in place of two others',
  <Key extends string>(...[documents, pooling]: Built<Key>) => {
    const last = aloneAtLast(documents)
    if (!last) return buildMemoryLexicalIndex(documents, pooling)
    const stale = [['stale', 'words', 'stale'], last.terms].map((terms) => ({ ...last, terms }))
    const before = [...documents.slice(0, -1), ...stale]
    return buildMemoryLexicalIndex(before, pooling).withTexts(new Map([[last.key, [last]]]))
  },
)

describeLexicalIndex(
  'memory lexical index with many texts replaced at once',
  <Key extends string>(...[documents, pooling]: Built<Key>) => {
    const byKey = [...Map.groupBy(documents, ({ key }) => key)]
    const before = byKey.flatMap(([key, own], at) => {
      if (at % 3 === 1) return []
      return at % 3 === 0 ? [{ key, terms: ['stale', ...(own[0]?.terms ?? [])] }] : own
    })
    const gone = { key: `${byKey[0]?.[0] ?? ''} gone` as Key, terms: ['stale'] }
    return buildMemoryLexicalIndex([...before, gone], pooling).withTexts(
      new Map([...byKey.filter((_, at) => at % 3 !== 2), [gone.key, []]]),
    )
  },
)
