import { idOf } from '../../domain/kept-tool'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import type { DocumentOptions, Documents, KeyedText } from '../kit'
import type { CommonTexts } from './common-texts'
import { textsOfTools } from './field-documents'
import { documentSections } from './sections'
import { documentText } from './tool-document'

/** One document per tool, and how that of any tool is made. */
export interface ToolDocuments extends Documents<ToolId> {
  /** Makes the document of a tool, of one that is being edited too. */
  toText(): Promise<(entry: CatalogTool) => KeyedText<ToolId>>
}

/**
 * Documents over tools: in sections, see {@link documentSections}, or joined to one text.
 * @param common what the tools of the whole catalog share, also where only some of them are searched
 */
export const toolDocuments =
  (tools: readonly CatalogTool[], common: () => Promise<CommonTexts>) =>
  (components: readonly Component[], options: DocumentOptions = {}): ToolDocuments => {
    const { documentForm = 'weighed', wordWeights, meaningWeights } = options
    if (documentForm === 'joined') return joined(tools, components)
    const own = wordWeights || meaningWeights ? { wordWeights, meaningWeights } : undefined
    const toText = async () => {
      const shared = await common()
      return (entry: CatalogTool) => ({
        key: idOf(entry),
        sections: documentSections(entry, components, shared).sections,
      })
    }
    const made = async () => textsOfTools(tools, await toText())
    return {
      key: `documents in sections ${components.join()}${own ? ` ${JSON.stringify(own)}` : ''}`,
      pooling: 'best',
      ...(own && { weights: own }),
      toText,
      texts: async () => (await made()).texts(),
      sample: async () => (await made()).sample?.() ?? [],
    }
  }

function joined(tools: readonly CatalogTool[], components: readonly Component[]): ToolDocuments {
  const textOf = (entry: CatalogTool) => ({
    key: idOf(entry),
    text: documentText(entry, components),
  })
  return {
    key: `documents ${components.join()}`,
    pooling: 'best',
    toText: () => Promise.resolve(textOf),
    ...textsOfTools(tools, textOf),
  }
}
