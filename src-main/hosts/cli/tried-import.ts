import type { LayerEffect } from '../../contract/effect'
import { Problem } from '../../domain/problem'
import type { CommandSession } from './session'

/**
 * What an import that was previewed would do to golden queries. No model is asked: of a recipe that
 * asks one, nothing is told.
 */
export async function triedImport(
  session: CommandSession,
  asked: { dir: string; changes: string; removeMissing: boolean },
): Promise<LayerEffect | undefined> {
  try {
    return (await session.request('import.effect', asked)).effect
  } catch (error) {
    if (error instanceof Problem && error.code === 'asks-model') return undefined
    throw error
  }
}
