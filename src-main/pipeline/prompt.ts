import type { z } from 'zod'

/** A question to a language model. One file per prompt, under `prompts/`. */
export interface Prompt<Input = never, Answer = unknown> {
  readonly id: string
  /** Goes up with every change of the wording, so that no older answer is taken for it. */
  readonly version: number
  readonly answer: z.ZodType<Answer>
  /** Whether a model that can is to think before it answers, which costs time and tokens; it does not where left out. */
  readonly thinks?: boolean
  /** The message. Text from catalogs stands in it as quoted data, never as an instruction. */
  text(input: Input): string
}

/** As runs and caches name it: `decompose@2`. */
export const promptName = ({ id, version }: Pick<Prompt, 'id' | 'version'>): string =>
  `${id}@${version}`
