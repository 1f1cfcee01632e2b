import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { desktopConfiguration, whyNoElectron, whyUnsigned } from './desktop.mjs'
import { makeIcons } from './icons.mjs'
import { npm } from './npm.mjs'
import { writeSbom } from './sbom.mjs'
import { nativeModule, root, stage } from './stage.mjs'

/**
 * Makes the packages of the build that lies in `out/`: the npm package, its list of parts, on wish
 * the desktop packages of this system, and the checksums of all. They appear in `dist/` only once
 * each is whole.
 *
 * @param {object} wish
 * @param {boolean} wish.desktop
 * @param {string} [wish.dist]
 * @param {boolean} [wish.folderOnly] the desktop's folder in place of its packages, for tests
 */
export async function makePackages({ desktop, dist = join(root, 'dist'), folderOnly = false }) {
  const making = join(dist, '.making')
  rmSync(making, { recursive: true, force: true })
  try {
    const product = join(making, 'product')
    stage(product)
    const done = join(making, 'done')
    mkdirSync(done)
    npm(['pack', product, '--pack-destination', done, '--loglevel', 'error'])
    writeSbom(done)
    if (desktop) await packDesktop({ making, done, folderOnly })
    writeChecksums(done)
    // What an earlier version left would be taken for a part of this one.
    for (const name of readdirSync(dist)) {
      if (name !== basename(making)) rmSync(join(dist, name), { recursive: true })
    }
    for (const name of readdirSync(done)) renameSync(join(done, name), join(dist, name))
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/** @param {{ making: string, done: string, folderOnly: boolean }} where */
async function packDesktop({ making, done, folderOnly }) {
  const { platform, arch, env } = process
  const electronVersion = JSON.parse(
    readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
  ).version
  const noElectron = whyNoElectron(env, platform)
  if (noElectron) throw new Error(noElectron)
  const native = nativeModule(platform, arch)
  if (!native)
    throw new Error(`LanceDB has no native module for ${platform} ${arch}, or it is not installed.`)
  const unsigned = whyUnsigned(env, platform)
  if (unsigned) process.stderr.write(`${unsigned}\n`)

  const app = join(making, 'product')
  cpSync(native, join(app, 'node_modules/@lancedb', basename(native)), { recursive: true })
  const icons = join(making, 'icons')
  await makeIcons(join(root, 'resources/icon.svg'), icons)
  const output = join(making, 'desktop')
  const { build, Platform } = await import('electron-builder')
  const targets = folderOnly
    ? Platform.current().createTarget('dir')
    : Platform.current().createTarget()
  await build({
    projectDir: app,
    targets,
    config: desktopConfiguration({ output, icons, electronVersion, env }),
    publish: 'never',
  }).catch((/** @type {Error} */ error) => {
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(error.message)) throw error
    throw new Error(
      `Electron's program or what packs it could not be fetched (${error.message}). Name a folder that holds it: ELECTRON_OVERRIDE_DIST_PATH.`,
    )
  })
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    const isPackage = folderOnly
      ? entry.isDirectory()
      : /^Pegboard.*\.(AppImage|deb|dmg|zip|exe)$/i.test(entry.name)
    if (isPackage) renameSync(join(output, entry.name), join(done, entry.name))
  }
}

/** @param {string} folder */
function writeChecksums(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = files.map(({ name }) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { desktop: { type: 'boolean', default: false } } })
  try {
    await makePackages(values)
  } catch (error) {
    process.stderr.write(`Packing stopped: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
