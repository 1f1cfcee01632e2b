import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildIfNewer } from '../../src-main/hosts/launch/build-if-newer.mjs'
import { stays } from '../fixtures/staying'
import { prepareChromium } from './chromium'

const root = resolve(import.meta.dirname, '../..')

/** A data folder with a demo in which something was done, so that no window measures it unasked. */
export const DEMO_HOME = resolve(root, 'out/e2e-home')

/** Builds the product, makes a demo and unpacks Chromium once, before the first end-to-end file. */
export default async function prepare(): Promise<void> {
  await buildIfNewer(root)
  await makeDemo()
  if (process.env['PEGBOARD_E2E_HOST'] !== 'electron') await prepareChromium()
}

async function makeDemo(): Promise<void> {
  await rm(DEMO_HOME, { recursive: true, force: true })
  const env = { ...process.env, PEGBOARD_HOME: stays(DEMO_HOME) }
  const act = (...words: string[]) =>
    promisify(execFile)(process.execPath, [resolve(root, 'out/main/cli.js'), 'action', ...words], {
      env,
    })
  await act('workspace.createDemo')
  const demo = resolve(DEMO_HOME, 'workspaces/demo')
  await act('workspace.rename', '--workspace', demo, '--input', '{"name": "Demo"}')
}
