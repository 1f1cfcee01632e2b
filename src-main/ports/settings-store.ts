import type { Settings, SettingsChange } from '../domain/settings'

export interface SettingsStore {
  /** What is stored, defaults where nothing is or where a stored value no longer fits. */
  read(): Promise<Settings>
  /**
   * Changes the settings named and gives all of them as they are then; one that is named as undefined is forgotten. Keeps
   * what another process changes at the same time. @throws Problem `storage`, `busy`.
   */
  write(changes: SettingsChange): Promise<Settings>
}
