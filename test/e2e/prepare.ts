import { resolve } from 'node:path'
import { buildIfNewer } from '../../src-main/hosts/launch/build-if-newer.mjs'
import { prepareChromium } from './chromium'

/** Builds the product and unpacks Chromium once, before the first end-to-end file. */
export default async function prepare(): Promise<void> {
  await buildIfNewer(resolve(import.meta.dirname, '../..'))
  if (process.env['PEGBOARD_E2E_HOST'] !== 'electron') await prepareChromium()
}
