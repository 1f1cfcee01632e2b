import { z } from 'zod'
import { LONGEST } from './bounds'
import {
  examplesPart,
  inParts,
  tagsPart,
  texts,
  toolPart,
  withFault,
  type TextsFault,
  type ToEnhance,
} from './tool-to-enhance'
import { worded } from './worded'

const TOPICS = {
  id: 'propose-topics',
  version: 1,
  title: 'Propose key topics of a tool',
  purpose:
    'Asked of each tool for which topics are proposed, after its questions. What its author accepts is matched and embedded with the tool.',
  wording: [
    'Name the key topics and intents that the tool below is about, judged by its name, its description and what users want of it.',
    'topics: three to eight, each of one to four words, the most telling first. Say none of them in two forms, name nothing that the tool does not do, and write in the language of its description.',
  ].join('\n'),
}

/** Toolshed, section 3.1, component 5: key topics, from name, description and the questions. */
export const proposeTopics = (fault: TextsFault) =>
  worded({
    ...TOPICS,
    answer: z
      .object({ topics: texts(1, 8, LONGEST.phrase) }, { error: 'is not the topics' })
      .superRefine(withFault('topics', ({ topics }) => topics, fault)),
    data: (tool: ToEnhance) => inParts(toolPart(tool), examplesPart(tool)),
  })

const TAGS = {
  id: 'propose-tags',
  version: 1,
  title: 'Propose tags of a tool',
  purpose:
    'Asked of each tool for which tags are proposed. Tags group and filter tools; they are matched only where a recipe says so.',
  wording: [
    'Name tags by which the tool below is grouped with others: its domain, the kind of thing that it works on, and what it does to it.',
    'tags: two to five, each of one or two words in lower case. Follow the style of the tags that it has already, where it has any, and repeat none of them.',
  ].join('\n'),
}

/** Tags as Tool-REX has them (arXiv 2510.22670). */
export const proposeTags = (fault: TextsFault) =>
  worded({
    ...TAGS,
    answer: z
      .object({ tags: texts(1, 5, LONGEST.phrase) }, { error: 'is not the tags' })
      .superRefine(withFault('tags', ({ tags }) => tags, fault)),
    data: (tool: ToEnhance) => inParts(toolPart(tool), tagsPart(tool), examplesPart(tool)),
  })
