import { resolve } from 'node:path'
import { defineConfig } from 'vite'

// Benchmarks are bundled like the product, so that they measure what it runs.
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  build: {
    ssr: true,
    // By these `house` says which files a query calls.
    sourcemap: true,
    rolldownOptions: {
      input: {
        run: 'test/bench/run.ts',
        reader: 'src-main/hosts/reader/reader.ts',
        worker: 'src-main/hosts/worker/worker.ts',
        authoring: 'test/bench/authoring-process.ts',
        reading: 'test/bench/reading-process.ts',
      },
    },
    outDir: 'out/bench',
    target: 'node22',
  },
})
