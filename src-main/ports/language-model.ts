import type { JsonObject } from '../domain/tool'
import type { ToolCaller } from './tool-caller'

export interface ModelQuestion {
  text: string
  /** The JSON Schema that the answer is to fit. */
  schema: JsonObject
  signal: AbortSignal
}

export interface ModelAnswer {
  /** As the model gave it: untrusted, and perhaps not fitting. */
  text: string
  promptTokens: number
  answerTokens: number
}

/** A language model that gives structured answers. */
export interface LanguageModel {
  /** Answers are comparable exactly when their fingerprints are equal: name, digest and options in one string. */
  readonly fingerprint: string
  /** @throws Problem `unavailable` with its fix. */
  answer(question: ModelQuestion): Promise<ModelAnswer>
}

/** A model ready to be asked; it calls tools only where it was taught to. */
export type OpenLanguageModel = LanguageModel & Partial<ToolCaller>

export interface LanguageModelSource {
  /** @param name as settings name it: `ollama:<model>`. @throws Problem with its fix: `unavailable`, or `not-found` for a name of none. */
  open(name: string, signal: AbortSignal): Promise<OpenLanguageModel>
}
