import type { ServerResponse } from 'node:http'
import type { FakeChat } from './fake-chat'
import type { FakeModel } from './models'
import { send } from './requests'

/**
 * What may come instead of an answer to a chat. `page`, `no-json` and a redirect come from proxies
 * or from servers that are not Ollama; `broken off`, `cut`, `garbled` (bytes that are no JSON, and
 * then on as if nothing were) and `runner-killed` come after the answer has begun; `drips` are
 * words without an end, whatever the request allows.
 */
export type ChatFault =
  | 'busy'
  | 'broken off'
  | 'crash-on-load'
  | 'cut'
  | 'deleted'
  | 'drips'
  | 'garbled'
  | 'gone'
  | 'hang'
  | 'no-json'
  | 'out-of-memory'
  | 'page'
  | 'runner-killed'
  | { redirect: string }

interface Failing {
  models: FakeModel[]
  chat: FakeChat
  response: ServerResponse
}

/** Whether it failed before it began. */
export function failChat(fault: ChatFault, failing: Failing): boolean {
  if (typeof fault === 'object') {
    failing.response.writeHead(307, { location: fault.redirect }).end()
    return true
  }
  const answer = AT_ONCE[fault]
  answer?.(failing)
  return answer !== undefined
}

const refuse =
  (status: number, error: string) =>
  ({ response }: Failing) =>
    send(response, status, { error })

const AT_ONCE: Partial<Record<Extract<ChatFault, string>, (failing: Failing) => void>> = {
  busy: refuse(503, 'server busy, please try again.  maximum pending requests exceeded'),
  'crash-on-load': refuse(500, 'llama-server process has terminated: signal: segmentation fault'),
  'out-of-memory': refuse(500, 'model requires more system memory than is available'),
  deleted({ models, chat, response }) {
    models.splice(0)
    refuse(404, `model '${chat.model}' not found`)({ models, chat, response })
  },
  'no-json': ({ response }) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  page: ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please sign in</h1>'),
  gone: ({ response }) => void response.destroy(),
  hang: () => undefined,
}
