import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages } from './licences.mjs'
import { npm } from './npm.mjs'
import { root } from './stage.mjs'

/**
 * Writes the list of all parts (CycloneDX): what npm knows of the packages whose code is in the
 * build, of LanceDB's native modules and of Electron, which the desktop packages hold.
 *
 * @param {string} folder
 */
export function writeSbom(folder) {
  const sbom = JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx']))
  const inBuild = new Set(bundledPackages(root).map(({ name, version }) => `${name}@${version}`))
  sbom.components = sbom.components.filter(
    (/** @type {{ 'bom-ref': string }} */ { 'bom-ref': ref }) =>
      inBuild.has(ref) || /^(@lancedb\/lancedb-|electron@)/.test(ref),
  )
  Object.assign(sbom.metadata.component, { name: 'pegboard', type: 'application' })
  const refs = new Set(
    sbom.components.map((/** @type {{ 'bom-ref': string }} */ one) => one['bom-ref']),
  )
  refs.add(sbom.metadata.component['bom-ref'])
  sbom.dependencies = sbom.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => refs.has(ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ one) => ({
      ref: one.ref,
      dependsOn: one.dependsOn.filter((ref) => refs.has(ref)),
    }))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, `pegboard-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
}
