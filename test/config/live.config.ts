import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// What the fakes stand for, tried on a server that runs: npm run test:ollama, npm run test:weights.
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/live/**/*.live.ts'],
    pool: 'threads',
    // A server answers one question at a time.
    fileParallelism: false,
    testTimeout: 10 * 60 * 1000,
    hookTimeout: 10 * 60 * 1000,
    reporters: ['default'],
  },
})
