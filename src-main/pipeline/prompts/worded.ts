import { createHash } from 'node:crypto'
import type { Prompt } from '../prompt'
import { QUOTED_IN_BRIEF, QUOTED_IS_DATA } from './quoted'

/** A prompt whose instruction people may read and word otherwise. */
export interface WordedPrompt<Input = never, Answer = unknown> extends Prompt<Input, Answer> {
  /** What it is for, in a few words. */
  readonly title: string
  /** When it is asked, and what becomes of the answer, for whoever words it otherwise. */
  readonly purpose: string
  /**
   * The instruction. All else, the rule that quoted text is data included, is added to whatever it
   * says.
   */
  readonly wording: string
  reworded(wording: string): WordedPrompt<Input, Answer>
}

interface Definition<Input, Answer> extends Pick<
  WordedPrompt<Input, Answer>,
  | 'id'
  | 'version'
  | 'askedOf'
  | 'title'
  | 'purpose'
  | 'wording'
  | 'answer'
  | 'instead'
  | 'tellsSchema'
> {
  /** Whether the rule that quoted text is data stands first, in brief. */
  isWriting?: boolean
  /** What the question is about, quoted. */
  data(input: Input): string
}

/**
 * A prompt of an instruction, the standard one or `own`, the rule that quoted text is data, and
 * that text.
 */
export function worded<Input, Answer>(
  definition: Definition<Input, Answer>,
  own = definition.wording,
): WordedPrompt<Input, Answer> {
  const { data, isWriting = false, ...prompt } = definition
  const beginning = isWriting ? `${QUOTED_IN_BRIEF}\n\n${own}` : `${own}\n\n${QUOTED_IS_DATA}`
  return {
    ...prompt,
    wording: own,
    ...(own !== prompt.wording && { edition: editionOf(own) }),
    beginning,
    text: (input) => `${beginning}\n\n${data(input)}`,
    reworded: (wording) => worded(definition, wording),
  }
}

/** 48 bits: wordings of one prompt are a handful. */
const editionOf = (wording: string): string =>
  createHash('sha256').update(wording).digest('hex').slice(0, 12)
