import tailwind from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import type { Rolldown } from 'vite'

const source = (path: string) => resolve(import.meta.dirname, path)

// The one file of onnxruntime-web that is no JavaScript: the encoder's thread looks for it beside
// itself.
const wasm = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
const shipWasm = {
  name: 'ship-wasm',
  writeBundle: ({ dir = '' }: { dir?: string }) => copyFileSync(wasm, join(dir, basename(wasm))),
}

// LanceDB's own embedders are not used, and would ask for packages that nobody wants with it.
const leaveOutEmbedders = {
  name: 'leave-out-embedders',
  load: (id: string) =>
    /lancedb\/dist\/embedding\/(openai|transformers)\.js$/.test(id) ? 'module.exports = {}' : null,
}

// What the code requires on first use comes along, and is still loaded on first use.
const bundleRequired = {
  name: 'bundle-required',
  transform: (code: string) =>
    code.replace(/\bcreateRequire\(import\.meta\.url\)(\(["'][\w-]+["']\))/g, 'require$1'),
}

// Which packages are in the build, for the list of licences.
const listPackages = {
  name: 'list-packages',
  generateBundle(this: Rolldown.PluginContext, _: unknown, bundle: Rolldown.OutputBundle) {
    const modules = Object.values(bundle).flatMap((one) =>
      one.type === 'chunk' ? one.moduleIds : [],
    )
    const packages = modules.map(
      (id) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id)?.[0],
    )
    const source = JSON.stringify([...new Set(packages.filter(Boolean))].sort())
    this.emitFile({ type: 'asset', fileName: 'packages.json', source })
  },
}

// One chunk per large library that only some views load, so that the first view waits for none.
// A group takes along what its modules import: Vue stands first, or the charts would hold it.
const libraryChunks = [
  { name: 'vue', test: /node_modules\/(vue|@vue)\// },
  { name: 'charts', test: /node_modules\/(echarts|zrender|vue-echarts)\// },
]

export default defineConfig({
  main: {
    plugins: [shipWasm, leaveOutEmbedders, bundleRequired, listPackages],
    build: {
      // The terminal and the browser host run in the system's Node, the window in Electron's.
      target: 'node22',
      // All but LanceDB's native module goes into the build: what is installed needs no other
      // package, and starts sooner.
      externalizeDeps: false,
      rolldownOptions: {
        external: [/^@lancedb\/lancedb-/],
        input: {
          desktop: source('src-main/hosts/desktop/start.ts'),
          server: source('src-main/hosts/browser/serve.ts'),
          cli: source('src-main/hosts/cli/main.ts'),
          worker: source('src-main/hosts/worker/worker.ts'),
          reader: source('src-main/hosts/reader/reader.ts'),
          encoder: source('src-main/adapters/builtin/encoder-thread.ts'),
          listing: source('src-main/adapters/mcp/server-thread.ts'),
          o200k: 'gpt-tokenizer/encoding/o200k_base',
        },
      },
    },
  },
  preload: {
    plugins: [listPackages],
    build: {
      // A sandboxed preload can load neither ES modules nor packages.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: source('src-main/hosts/desktop/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('src-renderer'),
    plugins: [vue(), tailwind(), listPackages],
    build: {
      minify: true,
      // The content security policy allows neither data: fonts nor inline scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The charts' library is one chunk of about 600 kB, loaded from this machine.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: { index: source('src-renderer/index.html') },
        output: { codeSplitting: { groups: libraryChunks } },
      },
    },
  },
})
