import type { ToolId } from '../../domain/tool'
import type { ToolIndex } from '../../ports/tool-index'
import type { Retriever } from '../stage'
import { retrieve } from './retrieve'

/** An index with the analyser its documents went through. */
export interface LexicalSource {
  index: ToolIndex
  analyse(text: string): string[]
}

export interface LexicalOptions {
  depth: number
  k1: number
  b: number
  /** Whether a word said twice in the query counts twice. */
  countRepeats: boolean
  among?: ReadonlySet<ToolId>
  /** Whether each tool says what words it shares also where nothing is traced. */
  explain?: boolean
}

/** BM25 over the tool documents; Lucene's form, see {@link ToolIndex.lexical}. */
export function lexical(source: () => Promise<LexicalSource>, options: LexicalOptions): Retriever {
  const { depth, k1, b, countRepeats, among } = options
  return retrieve({
    name: 'bm25',
    source: 'bm25',
    settings: { depth, k1, b },
    depth,
    async search(text, { signal, trace }) {
      const { index, analyse } = await source()
      const said = analyse(text)
      const terms = countRepeats ? said : [...new Set(said)]
      const explain = options.explain || trace !== undefined
      return index.lexical({ terms, depth, k1, b, among, signal, explain })
    },
  })
}
