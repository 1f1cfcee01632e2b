import type { ToolId } from '../../../src-main/domain/tool/tool'

/** What can be asked to be done to whole tools; what has to be asked back is asked in a dialog. */
export interface ToolEditing {
  create(): void
  change(ids: readonly ToolId[]): void
  remove(ids: readonly ToolId[]): void
  duplicate(id: ToolId): Promise<void>
}
