import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// What the fakes stand for, tried on a server that runs: npm run test:ollama.
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/live/**/*.live.ts'],
    pool: 'threads',
    testTimeout: 10 * 60 * 1000,
    hookTimeout: 10 * 60 * 1000,
    reporters: ['default'],
  },
})
