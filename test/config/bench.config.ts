import { resolve } from 'node:path'
import { defineConfig } from 'vite'

// Benchmarks are bundled like the product, so that they measure what it runs.
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  build: {
    ssr: 'test/bench/run.ts',
    outDir: 'out/bench',
    target: 'node20',
  },
})
