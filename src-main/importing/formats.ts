import { beir } from './benchmarks/beir'
import { livemcpbench } from './benchmarks/livemcpbench'
import { mcpBench } from './benchmarks/mcp-bench'
import { mcpevol } from './benchmarks/mcpevol'
import { ptr } from './benchmarks/ptr'
import { sealTools } from './benchmarks/seal-tools'
import { themcpcompany } from './benchmarks/themcpcompany'
import { toole } from './benchmarks/toole'
import { toollinkos } from './benchmarks/toollinkos'
import { toolret } from './benchmarks/toolret'
import { anthropic } from './formats/anthropic'
import { bedrock } from './formats/bedrock'
import { csv } from './formats/csv'
import { gemini } from './formats/gemini'
import { mcp } from './formats/mcp'
import { openai } from './formats/openai'
import { openapi } from './formats/openapi'
import { pegboard } from './formats/pegboard'
import type { ImportFormat } from './import-format'

/** Every format that can be imported. Of equally sure ones the earlier wins. */
export const IMPORT_FORMATS: ImportFormat[] = [
  pegboard,
  openai,
  anthropic,
  bedrock,
  gemini,
  mcp,
  openapi,
  csv,
  toole,
  sealTools,
  toollinkos,
  ptr,
  toolret,
  beir,
  livemcpbench,
  mcpBench,
  themcpcompany,
  mcpevol,
]
