import { buildMemoryLexicalIndex } from '../../src-main/adapters/memory/memory-lexical-index'
import { describeLexicalIndex } from './lexical-index.suite'

describeLexicalIndex('memory lexical index', buildMemoryLexicalIndex)
