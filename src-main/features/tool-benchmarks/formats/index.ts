import { beir } from './beir'
import { functionCalls } from './function-calls'
import { livemcpbench } from './livemcpbench'
import { mcpBench } from './mcp-bench'
import { mcpevol } from './mcpevol'
import { ptr } from './ptr'
import { sealTools } from './seal-tools'
import { themcpcompany } from './themcpcompany'
import { toole } from './toole'
import { toollinkos } from './toollinkos'
import { toolret } from './toolret'

/** Every published data set that is read. Of equally sure ones the earlier wins. */
export const formats = [
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
  functionCalls,
]
