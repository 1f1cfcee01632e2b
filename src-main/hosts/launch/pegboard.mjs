#!/usr/bin/env node
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildIfNewer } from './build-if-newer.mjs'
import { isWindowFlag } from './choose-host.mjs'
import { whyNotThisNode } from './node-version.mjs'
import { startWindow } from './start-window.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const args = process.argv.slice(2)
const [first] = args

// Without a command it is the window.
if (first === undefined || isWindowFlag(first)) await startWindow(args)
else await runTerminal()

async function runTerminal() {
  try {
    const refusal = whyNotThisNode(root)
    if (refusal) throw new Error(refusal)
    // Later starts need not compile again.
    module.enableCompileCache()
    await buildIfNewer(root)
    await import(pathToFileURL(join(root, 'out/main/cli.js')).href)
  } catch (error) {
    process.stderr.write(`pegboard: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
