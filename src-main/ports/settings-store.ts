import type { Settings } from '../domain/settings'

export interface SettingsStore {
  /** What is stored, defaults where nothing is or where a stored value no longer fits. */
  read(): Promise<Settings>
  write(settings: Settings): Promise<void>
}
