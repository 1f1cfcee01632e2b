#!/usr/bin/env node
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNewer } from './build-if-newer.mjs'

const root = join(import.meta.dirname, '../../..')

// Later starts need not compile again. Node 20 does not have this function yet.
module.enableCompileCache?.()

try {
  await buildIfNewer(root)
  await import(pathToFileURL(join(root, 'out/main/cli.js')).href)
} catch (error) {
  process.stderr.write(`pegboard: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
