import { priceHandlers } from '../../src-main/app/price-handlers'
import { Settings } from '../../src-main/domain/settings'
import type { SettingsStore } from '../../src-main/ports/settings-store'
import type { Answers } from './bridge-script'

/** Prices answered by the app's own handlers, on settings in memory. */
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
  const handlers = priceHandlers({ settings })
  const call = { signal: new AbortController().signal, emit: () => undefined }
  return {
    'prices.list': (input) => handlers['prices.list'](input, call),
    'prices.put': (input) => handlers['prices.put'](input, call),
    'prices.remove': (input) => handlers['prices.remove'](input, call),
  }
}
