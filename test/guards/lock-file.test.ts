import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uncheckedIn } from '../config/mend-lock-file.mjs'

const MENDED_BY = 'mended by: node test/config/mend-lock-file.mjs'

test('every package that is installed here has its checksum in the lock file', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Parameters<
    typeof uncheckedIn
  >[0]
  const unchecked = uncheckedIn(lock).map(([folder]) => folder)
  // Those of other systems are left to the script: no registry need have them all.
  expect(
    unchecked.filter((folder) => existsSync(folder)),
    MENDED_BY,
  ).toEqual([])
})

test('a package without a checksum is found, wherever it lies; none that is part of another or of this folder', () => {
  const packages = {
    '': { version: '1.0.0' },
    'resources/empty-package': { version: '0.0.0' },
    'node_modules/linked': { link: true },
    'node_modules/checked': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/checked/node_modules/bundled': { version: '1.0.0', inBundle: true },
    'node_modules/checked/node_modules/inner': { version: '2.0.0' },
    'node_modules/@of/another-system': { version: '3.0.0' },
  }
  expect(uncheckedIn({ packages }).map(([folder]) => folder)).toEqual([
    'node_modules/checked/node_modules/inner',
    'node_modules/@of/another-system',
  ])
})
