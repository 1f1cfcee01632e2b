import vue from '@vitejs/plugin-vue'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'

const endToEnd = 'test/e2e/**/*.e2e.test.ts'
/** What a feature is tested by lies with it. */
const ofFeatures = 'src-{main,renderer}/features/*/test/**/*.test.ts'

// With hundreds of files in one process, V8's mid-tier compiler ended it now and then: “Check
// failed: is_loadable()”, Node 24.21.
setFlagsFromString('--no-maglev')

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vue()],
  test: {
    pool: 'threads',
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', ofFeatures],
          exclude: [endToEnd, 'test/bench/**'],
          setupFiles: ['test/config/bounds.ts'],
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: '100%',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [endToEnd],
          globalSetup: ['test/e2e/prepare.ts'],
          // A browser and a host each: two files at a time are a quarter faster on two cores, more
          // starve each other.
          pool: 'forks',
          maxWorkers: 2,
          // Nothing waits longer than it must: these end only what hangs.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 200_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
