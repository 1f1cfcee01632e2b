import { openKit } from '../../pipeline/knowledge-base/open-kit'

const noCatalog = () => Promise.reject(new Error('A recipe is drawn without a catalog.'))

/** Enough to draw a recipe: building it opens nothing. */
export const WITHOUT_CATALOG = openKit({
  tools: [],
  bundles: noCatalog,
  embedder: noCatalog,
  promptTokens: () => 0,
  buildLexicalIndex: () => {
    throw new Error('A recipe is drawn without a catalog.')
  },
  openVectorIndex: noCatalog,
})
