import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { describeWorkspaceLibrary } from './workspace-store.suite'

describeWorkspaceLibrary('LanceDB', (folder) => workspaceLibrary(folder))
