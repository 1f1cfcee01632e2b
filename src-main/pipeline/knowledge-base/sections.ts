import { tagsOf } from '../../domain/tool/catalog-tool'
import { SECTIONS, type Component, type Section } from '../../domain/tool/document'
import type { CatalogTool } from '../../domain/tool/tool'
import type { TextSection } from '../kit'
import type { CommonTexts } from './common-texts'
import { questionWords } from '../text/request-frame'
import { comparable, firstCut, sentencesOf } from '../text/sentences'
import { documentParts, ownTitle, shortened } from './tool-document'

/** A tool document by its sections, and what of it is passed over. */
interface DocumentSections {
  /** Those that are not empty, in the order of {@link SECTIONS}. */
  sections: (TextSection & { section: Section })[]
  /** Sentences, servers and tags that too many tools share. */
  passedOver: string[]
}

/** The sections that components stand in; name and description are two each. */
const SECTION_OF: Readonly<
  Record<Exclude<Component, 'name' | 'description' | 'questions' | 'tags' | 'server'>, Section>
> = {
  whenToUse: 'details',
  limits: 'details',
  topics: 'details',
  parameters: 'parameters',
  values: 'parameters',
}

/**
 * The sections of a tool document: what the tool is called, its title, the first sentence that says
 * its purpose, the other sentences with what its author wrote beside them, its questions, its
 * parameters, and where it belongs. What too many tools of the catalog share is passed over, but of
 * a tool that has nothing else to say.
 */
export function documentSections(
  entry: CatalogTool,
  components: readonly Component[],
  common: CommonTexts,
): DocumentSections {
  const texts = new Map<Section, string[]>()
  const groups: string[] = []
  const passedOver: string[] = []
  const add = (section: Section, text: string) => {
    if (text !== '') texts.set(section, [...(texts.get(section) ?? []), text])
  }
  for (const { component, text } of documentParts(entry, components)) {
    if (component === 'name') {
      add('name', shortened(entry.tool.name))
      add('title', shortened(ownTitle(entry.tool)))
    } else if (component === 'description') {
      const { own, common: shared } = ownSentences(text, common)
      const [first = '', ...others] = own
      const [purpose, rest] = firstCut(first)
      add('purpose', purpose)
      add('details', [rest, ...others].filter((part) => part !== '').join(' '))
      passedOver.push(...shared)
    } else if (component === 'tags' || component === 'server') {
      groups.push(...(component === 'tags' ? tagsOf(entry) : [text]))
    } else if (component === 'questions') {
      add('questions', questionWords(text.split('\n')))
    } else add(SECTION_OF[component], text)
  }
  const isAll = texts.size === 0
  for (const group of groups) {
    if (common.groups.has(group) && !isAll) passedOver.push(group)
    else add('group', group)
  }
  const sections = SECTIONS.flatMap((section) => {
    const own = texts.get(section)
    if (!own) return []
    const text = own.join('\n')
    return [section === 'questions' ? { section, text, sharesWeight: true } : { section, text }]
  })
  return { sections, passedOver }
}

/**
 * The sentences of a description that are its own, and those that too many tools share; all are its
 * own where none else is.
 */
function ownSentences(description: string, common: CommonTexts) {
  const all = sentencesOf(description)
  const isShared = (sentence: string) => common.sentences.has(comparable(sentence))
  const own = all.filter((sentence) => !isShared(sentence))
  return own.length > 0 ? { own, common: all.filter(isShared) } : { own: all, common: [] }
}
