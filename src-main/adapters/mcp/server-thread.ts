import { parentPort, workerData } from 'node:worker_threads'
import { parseExact } from '../../domain/value/exact-json'
import { serveSession, type SessionTask } from './server-session'

if (!parentPort) throw new Error('This file runs inside a worker thread; start Pegboard instead.')

// The protocol’s library reads events with it, and this thread serves one server alone: integers
// keep all their digits.
const readPlain = JSON.parse
let isExact = false
JSON.parse = (text, reviver) => {
  if (reviver || isExact) return readPlain(text, reviver) as unknown
  isExact = true
  try {
    return parseExact(text)
  } finally {
    isExact = false
  }
}

await serveSession(parentPort, workerData as SessionTask)
