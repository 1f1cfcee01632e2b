import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { openPegboard, type Pegboard } from '../browser'
import { agentScenes } from './agent-scenes'
import { catalogScenes } from './catalog-scenes'
import { evaluationScenes } from './evaluation-scenes'
import { goldenScenes } from './golden-scenes'
import { importScenes } from './import-scenes'
import { modelsScenes } from './models-scenes'
import { playgroundScenes } from './playground-scenes'
import { seen, type Scenes } from './scene'
import { shellScenes } from './shell-scenes'

/**
 * Areas that are walked one after another in one workspace, as none is in the way of those after
 * it.
 */
const WORKSPACES: Record<string, Scenes>[] = [
  // First what somebody sees who is new; from its last on, a chat model is chosen.
  { playground: playgroundScenes, golden: goldenScenes, agent: agentScenes },
  // From the last of shell on, another workspace is open, which is empty.
  { catalog: catalogScenes, import: importScenes, shell: shellScenes },
  { evaluation: evaluationScenes },
  { models: modelsScenes },
]

/**
 * Where the walk is: `scene` of `area`, both as they are called in the lists, and its place among
 * all.
 */
export interface Place {
  area: string
  scene: string
  at: number
}

/**
 * Shows every scene once, one test each, and lets it be looked at; `wanted` leaves whole areas out.
 */
export function walkScenes(
  look: (page: Page, place: Place) => Promise<void>,
  wanted: (place: { area: string }) => boolean = () => true,
): void {
  const workspaces = WORKSPACES.map((all) =>
    Object.entries(all).filter(([area]) => wanted({ area })),
  )
  let count = 0
  describe.each(workspaces.filter((areas) => areas.length))('%$', (...areas) => {
    let pegboard: Pegboard
    beforeAll(async () => {
      const viewport = { width: 1280, height: 800 }
      pegboard = await openPegboard({ viewport, reducedMotion: 'reduce', colorScheme: 'light' })
      // What one scene types and does not save is not to be in the next.
      await pegboard.page.addInitScript(() => sessionStorage.clear())
    })
    afterAll(() => pegboard.close())
    afterEach(async () => {
      await pegboard.page.evaluate(() => (location.hash = ''))
      await pegboard.page.reload()
    })

    const scenes = areas.flatMap(([area, all]) =>
      Object.entries(all).map(([scene, show]) => ({ area, scene, show, at: count++ })),
    )
    it.each(scenes)('$area > $scene', async ({ area, scene, show, at }) => {
      await seen(pegboard.page.getByRole('navigation'))
      await show(pegboard.page)
      await look(pegboard.page, { area, scene, at })
    })
  })
}
