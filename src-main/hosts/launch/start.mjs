import { startWindow } from './start-window.mjs'

await startWindow(process.argv.slice(2))
