import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client'
import { CLIENT } from './client'
import { GREETED } from './versions'

/** For the answer to a greeting, once the server has answered the question before it. */
const SECOND_MS = 3_000
const GREETING: RequestId = 'pegboard-greeting'

type Message = Extract<JSONRPCMessage, { id?: RequestId | undefined }>

const isResult = (message: Message | undefined): boolean =>
  message !== undefined && 'result' in message

/**
 * A server is asked for what it speaks by a question that those of the time before may leave
 * unanswered, and it cannot be told from one that only starts slowly. So after a while it is
 * greeted as well, as those want it, and both have time: what it accepts counts, and the later of
 * two. The client is told as if it had asked one after the other.
 */
export function greetedToo(inner: Transport, version: string, afterMs: number): Transport {
  let question: RequestId | undefined
  let answer: Message | undefined
  let isGreeted = false
  let greeted: Message | undefined
  let handshake: RequestId | undefined
  let isSettled = false
  let timer: NodeJS.Timeout | undefined

  const pass = (message: Message): void => transport.onmessage?.(message)

  /**
   * Tells the client what it asked for first: what the server said of it, or that it does not know
   * that.
   */
  function settle(knowsQuestion: boolean): void {
    if (isSettled || question === undefined) return
    isSettled = true
    clearTimeout(timer)
    const error = { code: -32601, message: 'Method not found' }
    pass(knowsQuestion && answer ? answer : { jsonrpc: '2.0', id: question, error })
  }

  function greet(): void {
    isGreeted = true
    const params = { protocolVersion: GREETED, capabilities: {}, clientInfo: CLIENT(version) }
    const greeting = { jsonrpc: '2.0', id: GREETING, method: 'initialize', params } as const
    inner.send(greeting).catch(() => undefined)
  }

  function onAnswer(message: Message): void {
    answer = message
    clearTimeout(timer)
    if (!isGreeted || greeted || !isResult(message)) return settle(!isResult(greeted))
    // It may take up the greeting as well, and then goes by that.
    timer = setTimeout(() => settle(true), SECOND_MS)
  }

  function onGreeted(message: Message): void {
    greeted = message
    if (handshake !== undefined) return pass({ ...message, id: handshake })
    if (isResult(message)) settle(false)
    else if (answer) settle(true)
  }

  const transport: Transport = {
    start: () => inner.start(),
    close() {
      clearTimeout(timer)
      return inner.close()
    },
    async send(message, options) {
      if ('method' in message && 'id' in message) {
        if (message.method === 'server/discover' && question === undefined) {
          question = message.id
          timer = setTimeout(greet, afterMs)
        }
        if (message.method === 'initialize' && isGreeted) {
          const { id } = message
          handshake = id
          if (greeted) queueMicrotask(() => onGreeted(greeted as Message))
          return
        }
      }
      await inner.send(message, options)
    },
  }
  inner.onmessage = (message) => {
    const { id } = message as Message
    if (id === GREETING) onGreeted(message as Message)
    else if (id !== question || question === undefined) transport.onmessage?.(message)
    else if (!isSettled) onAnswer(message as Message)
  }
  inner.onclose = () => transport.onclose?.()
  inner.onerror = (error) => transport.onerror?.(error)
  // By these the client knows a transport over standard input and output.
  return Object.assign(transport, { pid: undefined, stderr: null })
}
