import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homepage } from './stage.mjs'

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * How electron-builder packs the staged product. What is not set by a test or by whoever signs is
 * the same on every machine.
 *
 * @param {object} parts
 * @param {string} parts.output
 * @param {string} parts.icons made by `makeIcons`
 * @param {string} parts.electronVersion
 * @param {Environment} parts.env
 * @returns {import('electron-builder').Configuration}
 */
export function desktopConfiguration({ output, icons, electronVersion, env }) {
  return {
    appId: 'app.pegboard.desktop',
    productName: 'Pegboard',
    copyright: 'Free software under the MIT licence',
    directories: { output, buildResources: icons },
    // It is started by Electron, not by the launcher of Node.
    files: ['**/*', '!src-main'],
    asar: true,
    // The system loads it, and can load nothing out of an archive.
    asarUnpack: ['node_modules/@lancedb/**'],
    npmRebuild: false,
    electronVersion,
    ...(env['ELECTRON_OVERRIDE_DIST_PATH'] && {
      electronDist: env['ELECTRON_OVERRIDE_DIST_PATH'],
    }),
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    },
    fileAssociations: [
      {
        ext: 'pegboard',
        name: 'Pegboard workspace',
        role: 'Editor',
        mimeType: 'application/vnd.pegboard.workspace',
        // For Windows electron-builder takes the .ico beside it.
        icon: join(icons, 'icon.icns'),
      },
    ],
    protocols: [{ name: 'Pegboard link', schemes: ['pegboard'] }],
    linux: {
      target: homepage(env) ? ['AppImage', 'deb'] : ['AppImage'],
      category: 'Development',
      synopsis: 'Choose the tools an LLM agent is given',
      maintainer: 'The Pegboard contributors',
      icon: join(icons, 'icon.png'),
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      icon: join(icons, 'icon.icns'),
      hardenedRuntime: true,
      ...(whyUnsigned(env, 'darwin') && { identity: null }),
      notarize: canNotarise(env),
    },
    win: { target: 'nsis', icon: join(icons, 'icon.ico') },
    nsis: { oneClick: false, allowToChangeInstallationDirectory: true, perMachine: false },
    publish: null,
  }
}

/**
 * Says why packages of a system stay unsigned, or nothing where they are signed, with what
 * electron-builder itself looks for.
 *
 * @param {Environment} env
 * @param {string} platform
 * @returns {string | undefined}
 */
export function whyUnsigned(env, platform) {
  if (platform === 'linux') return undefined
  const named = platform === 'win32' ? ['WIN_CSC_LINK', 'CSC_LINK'] : ['CSC_LINK', 'CSC_NAME']
  if (named.some((name) => env[name])) return undefined
  return `The packages are not signed: neither ${named.join(' nor ')} is set.`
}

/** @param {Environment} env */
function canNotarise(env) {
  return (
    Boolean(env['APPLE_API_KEY'] && env['APPLE_API_KEY_ID'] && env['APPLE_API_ISSUER']) ||
    Boolean(env['APPLE_ID'] && env['APPLE_APP_SPECIFIC_PASSWORD'] && env['APPLE_TEAM_ID'])
  )
}

const PROGRAM = /** @type {const} */ ({
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app',
})

/**
 * Says why Electron's program cannot be packed from the folder that was named, or nothing.
 *
 * @param {Environment} env
 * @param {string} platform
 * @returns {string | undefined}
 */
export function whyNoElectron(env, platform) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (!folder) return undefined
  const program = PROGRAM[/** @type {keyof typeof PROGRAM} */ (platform)] ?? PROGRAM.linux
  if (existsSync(join(folder, program))) return undefined
  return `ELECTRON_OVERRIDE_DIST_PATH holds no ${program}: ${folder}`
}
