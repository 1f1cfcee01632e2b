import type { Settings } from '../domain/workspace/settings'

export interface SettingsStore {
  /** What is stored, defaults where nothing is or where a stored value no longer fits. */
  read(): Promise<Settings>
  /**
   * Changes the settings named and gives all of them as they are then; one that is named as
   * undefined is forgotten. Keeps what another process changes at the same time; a change that
   * depends on what is stored is worked out when no one else can write. @throws Problem `storage`,
   * `busy`.
   */
  write(changes: ChangedSettings | ((stored: Settings) => ChangedSettings)): Promise<Settings>
}

export type ChangedSettings = { [Name in keyof Settings]?: Settings[Name] | undefined }
