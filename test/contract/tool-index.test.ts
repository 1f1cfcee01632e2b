import { lancedbToolIndexes } from '../../src-main/adapters/lancedb/lancedb-tool-index'
import { buildMemoryToolIndex } from '../../src-main/adapters/memory/memory-tool-index'
import { describeToolIndex } from './tool-index.suite'

describeToolIndex('memory tool index', buildMemoryToolIndex)
describeToolIndex('LanceDB tool index', lancedbToolIndexes())
