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

const AREAS: Record<string, Scenes> = {
  shell: shellScenes,
  catalog: catalogScenes,
  golden: goldenScenes,
  import: importScenes,
  playground: playgroundScenes,
  evaluation: evaluationScenes,
  agent: agentScenes,
  models: modelsScenes,
}

/** Where the walk is: `scene` of `area`, both as they are called in the lists. */
export interface Place {
  area: string
  scene: string
}

/** Shows every scene once, one test each, and lets it be looked at; `wanted` leaves whole areas out. */
export function walkScenes(
  look: (page: Page, place: Place) => Promise<void>,
  wanted: (place: { area: string }) => boolean = () => true,
): void {
  const areas = Object.entries(AREAS).filter(([area]) => wanted({ area }))
  describe.each(areas)('%s', (area, scenes) => {
    let pegboard: Pegboard
    beforeAll(async () => {
      const viewport = { width: 1280, height: 800 }
      pegboard = await openPegboard({ viewport, reducedMotion: 'reduce', colorScheme: 'light' })
    })
    afterAll(() => pegboard.close())
    afterEach(async () => {
      await pegboard.page.evaluate(() => (location.hash = ''))
      await pegboard.page.reload()
    })

    it.each(Object.entries(scenes))('%s', async (scene, show) => {
      await seen(pegboard.page.getByRole('navigation'))
      await show(pegboard.page)
      await look(pegboard.page, { area, scene })
    })
  })
}
