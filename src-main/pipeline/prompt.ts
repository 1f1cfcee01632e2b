import type { z } from 'zod'

/** A question to a language model. One file per prompt, under `prompts/`. */
export interface Prompt<Input = never, Answer = unknown> {
  readonly id: string
  /** What it is for, in a few words. */
  readonly title?: string
  /** Goes up with every change of the wording, so that no older answer is taken for it. */
  readonly version: number
  /** Tells a wording of a workspace's own from the standard one; absent of the standard one. */
  readonly edition?: string
  readonly answer: z.ZodType<Answer>
  /** What a stage does where there is no answer: `kept the order`. */
  readonly instead?: string
  /**
   * Set where the reranker is asked, if one is chosen; every other prompt is asked of the chat
   * model.
   */
  readonly askedOf?: 'reranker'
  /**
   * Whether a model that can is to think before it answers, which costs time and tokens; it does
   * not where left out.
   */
  readonly thinks?: boolean
  /**
   * `false` where a model is not told the schema of its answer and only held to it by its server;
   * it is told once an answer does not fit.
   */
  readonly tellsSchema?: boolean
  /** What every message begins with, whatever its input. */
  readonly beginning?: string
  /** The message. Text from catalogs stands in it as quoted data, never as an instruction. */
  text(input: Input): string
  /** The same question in other words, where a workspace may choose its own. */
  reworded?(wording: string): Prompt<Input, Answer>
}

/** As runs and caches name it: `decompose@2`, or `decompose@2+1f0c…` in a workspace's own words. */
export const promptName = ({
  id,
  version,
  edition,
}: Pick<Prompt, 'id' | 'version' | 'edition'>): string =>
  edition === undefined ? `${id}@${version}` : `${id}@${version}+${edition}`
