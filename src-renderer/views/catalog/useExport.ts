import { reactive, ref, shallowRef } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import type { ExportNames, ExportSwitch } from '../../../src-main/domain/catalog/export'
import { useBridge } from '../../bridge/bridge'
import { download } from '../../bridge/download'
import { onAsked } from '../../composables/useAsking'
import { useStatus } from '../../composables/useStatus'
import { useTask, useWork } from '../../composables/useTask'

/** Without ids: all tools. */
export type ExportChoice = Pick<ActionInput<'catalog.export'>, 'format' | 'withAuthorLayer' | 'ids'>

export type ExportSwitches = Record<ExportSwitch, boolean>

/**
 * Exports of the catalog: what a provider would refuse is shown first, as is what its format can be
 * told besides, and the choice is the person's.
 */
export function useExport(dir: string) {
  const bridge = useBridge()
  const { announce } = useStatus()
  const asked = shallowRef<ExportChoice>()
  const switches = reactive<ExportSwitches>({ strict: false, deferLoading: false })
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
    Object.assign(switches, { strict: false, deferLoading: false })
    const found = await check.run({ dir, ...choice })
    if (!found) return
    if (found.total > 0 || found.switches.length > 0) open.value = true
    else await save('own')
  }

  async function turn(name: ExportSwitch, on: boolean): Promise<void> {
    switches[name] = on
    if (asked.value) await check.run({ dir, ...asked.value, ...switches })
  }

  async function save(names: ExportNames): Promise<void> {
    if (!asked.value) return
    const saved = await saving.run({ dir, ...asked.value, ...switches, names })
    if (!saved) return
    open.value = false
    announce(`Exported ${saved.name}.`)
  }

  onAsked('export', (choice) => void start(choice))

  return { open, switches, check, saving, start, turn, save }
}
