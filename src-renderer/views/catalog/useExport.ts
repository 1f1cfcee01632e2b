import { ref, shallowRef } from 'vue'
import type { ActionInput } from '../../../src-main/app/actions'
import type { ExportNames } from '../../../src-main/domain/catalog/export'
import { useBridge } from '../../bridge/bridge'
import { download } from '../../bridge/download'
import { onAsked } from '../../composables/useAsking'
import { useStatus } from '../../composables/useStatus'
import { useTask, useWork } from '../../composables/useTask'

/** Without ids: all tools. */
export type ExportChoice = Pick<ActionInput<'catalog.export'>, 'format' | 'withAuthorLayer' | 'ids'>

/** Exports of the catalog: what a provider would refuse is shown first, and the choice is the person's. */
export function useExport(dir: string) {
  const bridge = useBridge()
  const { announce } = useStatus()
  const asked = shallowRef<ExportChoice>()
  const open = ref(false)
  const check = useTask('catalog.checkExport')
  const saving = useWork(async (input: ActionInput<'catalog.export'>, options) => {
    const made = await bridge.request('catalog.export', input, options)
    if (!made.ok) return made
    const saved = await download(bridge, made.data, options)
    return saved.ok && made.data.names ? download(bridge, made.data.names, options) : saved
  })

  async function start(choice: ExportChoice): Promise<void> {
    asked.value = choice
    const found = await check.run({ dir, ...choice })
    if (!found) return
    if (found.total > 0) open.value = true
    else await save('own')
  }

  async function save(names: ExportNames): Promise<void> {
    if (!asked.value) return
    const saved = await saving.run({ dir, ...asked.value, names })
    if (!saved) return
    open.value = false
    announce(`Exported ${saved.name}.`)
  }

  onAsked('export', (choice) => void start(choice))

  return { open, check, saving, start, save }
}
