import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// Pictures are looked at, not checked: they are no part of `npm test`.
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/e2e/scenes/pictures.ts'],
    globalSetup: ['test/e2e/prepare.ts'],
    reporters: ['verbose'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
