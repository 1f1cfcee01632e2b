import type { CatalogDocumentAnswer } from '../../contract/catalog'
import { readsWhat } from '../../domain/model/names'
import { COMPONENT_NAMES } from '../../domain/tool/component-names'
import {
  COMPONENTS,
  EMBEDDED_COMPONENTS,
  MATCHED_COMPONENTS,
  MEANING_WEIGHTS,
  WORD_WEIGHTS,
  type Component,
  type Section,
} from '../../domain/tool/document'
import type { CatalogTool } from '../../domain/tool/tool'
import { analyser, ANALYSER_STEPS } from '../../pipeline/text/analyse'
import type { CommonTexts } from '../../pipeline/knowledge-base/common-texts'
import { documentSections } from '../../pipeline/knowledge-base/sections'
import {
  documentNotices,
  documentParts,
  documentText,
} from '../../pipeline/knowledge-base/tool-document'
import type { TokenCounter } from '../../ports/token-counter'

/** What a document is shown with. */
interface Shown {
  /** Left out: what is matched unless an option says otherwise. */
  components?: readonly Component[] | undefined
  common: CommonTexts
  /** The workspace's. */
  embedder: string
  tokenCounter: TokenCounter
}

/**
 * A tool document as it is searched: by sections with what each counts, what is passed over, and
 * what is left out.
 */
export function shownDocument(
  entry: CatalogTool,
  { components = MATCHED_COMPONENTS, common, embedder, tokenCounter }: Shown,
): CatalogDocumentAnswer {
  const { sections, passedOver } = documentSections(entry, components, common)
  const embedded = documentSections(entry, EMBEDDED_COMPONENTS, common).sections
  const inMeaning = MEANING_WEIGHTS[readsWhat(embedder)]
  const isEmbedded = (section: Section) => embedded.some((each) => each.section === section)
  const others = COMPONENTS.filter((component) => !components.includes(component))
  const text = documentText(entry, components)
  const { tokens, isEstimate } = tokenCounter.count(text)
  const analyse = analyser(ANALYSER_STEPS)
  return {
    text,
    sections: sections.map(({ section, text: own }) => ({
      section,
      text: own,
      inWords: WORD_WEIGHTS[section],
      inMeaning: isEmbedded(section) ? inMeaning[section] : 0,
    })),
    passedOver,
    otherParts: documentParts(entry, others).map(({ component, text: own }) => ({
      component,
      text: own,
    })),
    notices: [...longParts(entry, components), ...documentNotices(entry)],
    tokens,
    ...(isEstimate && { tokensEstimated: true }),
    terms: sections.flatMap(({ text: own }) => analyse(own)),
  }
}

const longParts = (entry: CatalogTool, components: readonly Component[]): string[] =>
  documentParts(entry, components).flatMap(({ component, leftOut }) =>
    leftOut === undefined
      ? []
      : [
          `${leftOut} more characters of its ${COMPONENT_NAMES[component]} are neither matched nor embedded`,
        ],
  )
