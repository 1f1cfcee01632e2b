/** The indexes that tests of the pipeline search. */
export {
  buildMemoryLexicalIndex,
  buildMemoryVectorIndex,
} from '../../src-main/adapters/memory/transitional'
