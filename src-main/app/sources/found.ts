import type { ListedSource } from '../../contract/source'
import { perApp } from '../action'

type Found = NonNullable<ListedSource['found']>

/**
 * What the last reading of each source found and was not taken over yet, while this program runs.
 */
export const foundIn = perApp(() => {
  const kept = new Map<string, Found>()
  const key = (dir: string, name: string): string => JSON.stringify([dir, name])
  return {
    get: (dir: string, name: string): Found | undefined => kept.get(key(dir, name)),
    note: (dir: string, name: string, found: Found): void => void kept.set(key(dir, name), found),
    forget: (dir: string, name: string): void => void kept.delete(key(dir, name)),
  }
})
