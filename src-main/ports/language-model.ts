import { Problem } from '../domain/problem'
import type { JsonObject } from '../domain/tool/tool'
import type { ToolCaller } from './tool-caller'

/**
 * A failure that any other question would have too: the model is not there, its runner dies of it,
 * or its server is silent.
 */
export class ModelGone extends Problem {
  constructor(message: string, fix?: string) {
    super('unavailable', message, fix)
  }
}

export interface ModelQuestion {
  text: string
  /**
   * What the text begins with whenever this is asked. The schema is told right behind it, so that a
   * server reads both once.
   */
  beginning?: string | undefined
  /** The JSON Schema that the answer is to fit. */
  schema: JsonObject
  /** Whether the text is to say what the schema is; it does where left out. */
  tellsSchema?: boolean | undefined
  /**
   * Whether a model that can is to think first, which costs time and tokens; it does not where left
   * out.
   */
  think?: boolean | undefined
  signal: AbortSignal
  /** Called whenever there is a sign that the model works, on this question or on one before it. */
  onSign?: (() => void) | undefined
}

export interface ModelAnswer {
  /** As the model gave it: untrusted, and perhaps not fitting. */
  text: string
  promptTokens: number
  answerTokens: number
  /**
   * Set where the text is not all the model had to say: why, to be read after “the answer cannot be
   * used:”.
   */
  fault?: string
}

/** A language model that gives structured answers. */
export interface LanguageModel {
  /**
   * Answers are comparable exactly when their fingerprints are equal: name, digest and options in
   * one string.
   */
  readonly fingerprint: string
  /**
   * @throws Problem `unavailable` with its fix, {@link ModelGone} where no other question need be
   * asked.
   */
  answer(question: ModelQuestion): Promise<ModelAnswer>
}

/** A model ready to be asked; it calls tools only where it was taught to. */
export type OpenLanguageModel = LanguageModel & Partial<ToolCaller>

export interface LanguageModelSource {
  /**
   * @param name as settings name it: `ollama:<model>`.
   * @throws Problem with its fix: `unavailable`, or `not-found` for a name of none.
   */
  open(name: string, signal: AbortSignal): Promise<OpenLanguageModel>
}
