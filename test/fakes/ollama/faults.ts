import type { ServerResponse } from 'node:http'
import { send } from './requests'

/**
 * What a server, or a proxy before it, may answer to a request to embed instead of vectors. `cut`
 * (half an answer), `no-json` and `redirect` come from proxies; Ollama itself answers whole, or
 * ends the connection before any header (`gone`).
 */
export type Fault =
  | 'busy'
  | 'cut'
  | 'gone'
  | 'hang'
  | 'no-json'
  | 'out-of-memory'
  | 'crash-on-load'
  | 'error-in-error'
  | { redirect: string }
  | { embeddings: (number | null)[][] }

export function fail(fault: Fault, response: ServerResponse): void {
  if (typeof fault === 'object') {
    if ('embeddings' in fault) return send(response, 200, fault)
    response.writeHead(307, { location: fault.redirect }).end()
    return
  }
  ANSWERS[fault](response)
}

const refuse = (status: number, error: string) => (response: ServerResponse) =>
  send(response, status, { error })

const ANSWERS: Record<Extract<Fault, string>, (response: ServerResponse) => void> = {
  busy: refuse(503, 'server busy, please try again.  maximum pending requests exceeded'),
  'out-of-memory': refuse(500, 'model requires more system memory than is available'),
  'crash-on-load': refuse(500, 'llama-server process has terminated: signal: segmentation fault'),
  'error-in-error': refuse(
    400,
    '{"error":{"code":400,"message":"input is not what this model reads","type":"invalid_request_error"}}',
  ),
  'no-json': (response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  cut(response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
    response.write('{"embeddings":[[0.1,', () => response.destroy())
  },
  gone: (response) => void response.destroy(),
  hang: () => undefined,
}
