/** The indexes that tests of the pipeline search. */
export { buildMemoryLexicalIndex } from '../../src-main/adapters/memory/memory-lexical-index'
export { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
