import type { AppContext } from '../../src-main/app/context'
import { priceActions } from '../../src-main/app/models/price-actions'
import { prices } from '../../src-main/features/prices'
import { Settings } from '../../src-main/domain/workspace/settings'
import type { SettingsStore } from '../../src-main/ports/settings-store'
import type { Answers } from './bridge-script'

/** Prices answered by the app's own actions, on settings in memory. */
export function priceAnswers(): Answers {
  let stored = Settings.parse({})
  const settings: SettingsStore = {
    read: () => Promise.resolve(stored),
    write(changes) {
      const changed = typeof changes === 'function' ? changes(stored) : changes
      stored = Settings.parse({ ...stored, ...changed })
      return Promise.resolve(stored)
    },
  }
  const context = { settings } as AppContext
  const call = { signal: new AbortController().signal, emit: () => undefined }
  return {
    'prices.list': (input) => priceActions['prices.list'].run(context, input, call),
    'prices.put': (input) => prices.actions['prices.put'].run(context, input, call),
    'prices.remove': (input) => prices.actions['prices.remove'].run(context, input, call),
  }
}
