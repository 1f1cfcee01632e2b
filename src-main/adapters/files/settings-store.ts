import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Settings } from '../../domain/workspace/settings'
import type { SettingsStore } from '../../ports/settings-store'
import { atomicWrite } from './atomic-write'
import { withFileLock } from './file-lock'
import { readingProblem, writingProblem } from './file-problem'
import { whileUnchanged } from './while-unchanged'

const AnySettings = z.record(z.string(), z.unknown())
type AnySettings = z.infer<typeof AnySettings>

/**
 * Settings in `settings.json` of a folder. A file that is no settings file is set aside as
 * `settings.json.broken`; what a newer version wrote there and this one does not know stays.
 */
export function settingsStore(folder: string): SettingsStore {
  const path = join(folder, 'settings.json')
  return {
    read: whileUnchanged(path, async () => settingsFrom(await readStored(path))),
    async write(changes) {
      try {
        await mkdir(folder, { recursive: true })
        return await withFileLock(`${path}.lock`, () => change(path, changes), {
          what: 'the settings',
        })
      } catch (error) {
        throw writingProblem(error, path)
      }
    },
  }
}

async function change(
  path: string,
  changes: Parameters<SettingsStore['write']>[0],
): Promise<Settings> {
  const stored = await readStored(path)
  const before = settingsFrom(stored)
  const changed = typeof changes === 'function' ? changes(before) : changes
  const settings = Settings.parse({ ...before, ...changed })
  const unknown = Object.entries(stored).filter(([name]) => !(name in Settings.shape))
  const next = { ...Object.fromEntries(unknown), ...settings }
  await atomicWrite(path, `${JSON.stringify(next, null, 2)}\n`)
  return settings
}

async function readStored(path: string): Promise<AnySettings> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw readingProblem(error, path)
  }
  try {
    return AnySettings.parse(JSON.parse(text))
  } catch {
    // Where it cannot be renamed it is read as empty all the same.
    await rename(path, `${path}.broken`).catch(() => undefined)
    return {}
  }
}

/** Each stored value that fits, defaults for all others. */
function settingsFrom(stored: AnySettings): Settings {
  const fitting = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(stored[name])
    return value.success && Object.hasOwn(stored, name) ? [[name, value.data]] : []
  })
  return Settings.parse(Object.fromEntries(fitting))
}
