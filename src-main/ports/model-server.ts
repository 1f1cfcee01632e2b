import type { ModelInfo } from '../domain/model/model'

/** How far a pull has come. */
export interface PullProgress {
  /**
   * The beginning of a layer's digest while the layer is loaded; else what is done, in the server's
   * words.
   */
  layer?: string
  status: string
  /** Bytes of the layer that are there, and all. */
  done?: number
  total?: number
}

/**
 * Where models are installed. All methods throw a Problem with its fix where the server cannot be
 * reached, or refuses.
 */
export interface ModelServer {
  list(signal: AbortSignal): Promise<{ version: string | undefined; models: ModelInfo[] }>
  /**
   * Loads a model from the server's registry; what a pull that was stopped had loaded of it is kept
   * by the server.
   */
  pull(
    model: string,
    call: { signal: AbortSignal; onProgress: (progress: PullProgress) => void },
  ): Promise<void>
  remove(model: string, signal: AbortSignal): Promise<void>
}
