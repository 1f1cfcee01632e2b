import type { ModelInfo } from '../domain/model/model'
import type { OllamaAddress } from '../domain/model/ollama-address'
import type { Settings } from '../domain/workspace/settings'
import type { WorkspaceInfo } from '../domain/workspace/workspace'
import type { ProblemReport } from './reply'

/** One thing that was tried with a model. */
export interface ModelTestRow {
  what: string
  outcome: 'good' | 'poor' | 'not tried'
  /** What was found, in a word or a figure. */
  found: string
  /** What it means for work with the model. */
  meaning: string
}

export interface ModelsListAnswer {
  ollama: OllamaAddress
  /** Of Ollama, where it answered. */
  version?: string
  models: ModelInfo[]
  problem?: ProblemReport
}

export interface ModelsChooseAnswer {
  settings: Settings
  workspace?: WorkspaceInfo
}

export interface ModelsTestAnswer {
  model: string
  rows: ModelTestRow[]
}
