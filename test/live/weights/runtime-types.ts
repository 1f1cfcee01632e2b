/** What is used of `node-llama-cpp`, which is no dependency: its own types are not there. */
export interface Runtime {
  getLlama(options: {
    gpu: false
    build: 'never'
    maxThreads: number
    logLevel: 'error'
    progressLogs: boolean
  }): Promise<Llama>
  readGgufFileInfo(file: string, options: { logWarnings: boolean }): Promise<GgufFileInfo>
  LlamaChat: new (options: { contextSequence: Sequence; chatWrapper: ChatWrapper }) => Chat
  resolveChatWrapper(
    weights: LoadedWeights,
    options: { type: 'auto' | 'jinjaTemplate' },
  ): ChatWrapper
  GgufFileType: Record<number, string>
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<LoadedWeights>
  getGrammarFor(type: 'json'): Promise<Grammar>
  createGrammarForJsonSchema(schema: unknown): Promise<Grammar>
  dispose(): Promise<void>
}

interface GgufFileInfo {
  metadata: {
    general: { architecture: string; size_label?: string; file_type?: number }
    tokenizer?: { chat_template?: string }
  } & Record<string, { context_length?: number; embedding_length?: number } | undefined>
}

export interface LoadedWeights {
  tokenizer: Tokenizer
  tokenize(text: string): number[]
  createContext(options: ContextOptions & { sequences: 1 }): Promise<ChatContext>
  createEmbeddingContext(options: ContextOptions): Promise<EmbeddingContext>
  dispose(): Promise<void>
}

interface ContextOptions {
  contextSize: number
  threads: number
}

interface ChatContext {
  getSequence(): Sequence
  dispose(): Promise<void>
}

interface EmbeddingContext {
  getEmbeddingFor(tokens: number[]): Promise<{ vector: readonly number[] }>
  dispose(): Promise<void>
}

/** Opaque: handed from one function to another. */
interface Tokenizer {
  detokenize(tokens: number[]): string
}
export interface Sequence {
  clearHistory(): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: number[]): Promise<void>
}
export interface Grammar {
  stopGenerationTriggers: readonly unknown[]
}

export type Turn = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }

export interface ChatWrapper {
  generateContextState(options: { chatHistory: Turn[] }): {
    contextText: { tokenize(tokenizer: Tokenizer): number[] }
  }
}

interface Chat {
  generateResponse(
    history: Turn[],
    options: {
      grammar: Grammar | undefined
      signal: AbortSignal
      maxTokens: number
      temperature: number
      topK: number
      topP: number
      seed: number | undefined
      repeatPenalty: false | { penalty: number; lastTokens: number }
      onToken: (tokens: number[]) => void
      onTextChunk: (text: string) => void
    },
  ): Promise<{ response: string; metadata: { stopReason: string } }>
}
