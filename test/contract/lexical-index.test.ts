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
