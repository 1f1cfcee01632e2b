import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { walkScenes, type Place } from './walk-scenes'

/*
 * npm run pictures                    every scene, in every size, in both themes, into out/pictures
 * npm run pictures -- -t "why not"    the scenes of this name
 * npm run pictures -- --mode readme   the README's pictures
 */

const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, 'out/pictures')

/** In CSS pixels; the last is a window of 1280 at a zoom of 200 %. */
const SIZES = {
  '1280': { width: 1280, height: 800, deviceScaleFactor: 1 },
  '1920': { width: 1920, height: 1080, deviceScaleFactor: 1 },
  '900': { width: 900, height: 700, deviceScaleFactor: 1 },
  'zoom 200': { width: 640, height: 400, deviceScaleFactor: 2 },
}
type Size = (typeof SIZES)['1280']

const README_SIZE = { width: 1440, height: 900, deviceScaleFactor: 1 }
const README_PICTURES = [
  { area: 'catalog', scene: 'an edit and its effect', theme: 'light', file: 'effect-light.png' },
  { area: 'catalog', scene: 'a proposed text to decide', theme: 'dark', file: 'review-dark.png' },
  { area: 'evaluation', scene: 'finished', theme: 'light', file: 'evaluation-light.png' },
  { area: 'playground', scene: 'trace', theme: 'dark', file: 'trace-dark.png' },
] as const

/** Lets charts and lists settle in their new size and colours. */
const SETTLE_MS = 250

/**
 * Resolves once what was changed is painted too: a picture taken before shows old lines on new
 * axes.
 */
const drawn = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

type Theme = 'light' | 'dark'
type Shoot = (file: string, theme: Theme, size: Size) => Promise<void>

async function withCamera(page: Page, use: (shoot: Shoot) => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await use(async (file, theme, size) => {
    await page.emulateMedia({ colorScheme: theme })
    await resize(devtools, size)
    await page.waitForTimeout(SETTLE_MS)
    await page.evaluate(drawn)
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png' })
    await writeFile(file, Buffer.from(data, 'base64'))
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await resize(devtools, SIZES['1280'])
  await devtools.detach()
}

const resize = (devtools: CDPSession, size: Size) =>
  devtools.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: false })

async function takeAll(page: Page, { area, scene }: Place): Promise<void> {
  await mkdir(join(folder, area), { recursive: true })
  await withCamera(page, async (shoot) => {
    for (const theme of ['light', 'dark'] as const) {
      for (const [name, size] of Object.entries(SIZES)) {
        await shoot(join(folder, area, `${scene}, ${name}, ${theme}.png`), theme, size)
      }
    }
  })
}

async function takeForReadme(page: Page, place: Place): Promise<void> {
  const wanted = README_PICTURES.find(({ area, scene }) => isSame({ area, scene }, place))
  if (!wanted) return
  const file = join(root, 'resources/screenshots', wanted.file)
  await withCamera(page, (shoot) => shoot(file, wanted.theme, README_SIZE))
}

const isSame = (one: Omit<Place, 'at'>, other: Omit<Place, 'at'>) =>
  one.area === other.area && one.scene === other.scene

if (import.meta.env.MODE === 'readme') {
  walkScenes(takeForReadme, ({ area }) => README_PICTURES.some((picture) => picture.area === area))
} else {
  await rm(folder, { recursive: true, force: true })
  walkScenes(takeAll)
}
