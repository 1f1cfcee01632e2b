import type { ServerResponse } from 'node:http'
import type { ServerEvent } from '../../contract/reply'
import type { AppWorker } from '../worker/app-worker'
import { connectClient, type Client } from '../worker/client'
import type { ReplyJson, Request } from '../worker/messages'

const heartbeatMs = 15_000

interface Tab {
  client: Client
  streams: Set<ServerResponse>
  running: number
}

/** The open pages of the window, each identified by an id that it chose itself. */
export interface Tabs {
  request(tabId: string, request: Request): Promise<ReplyJson>
  cancel(tabId: string, id: string): void
  /** Streams the tab's events into the response until either side closes the connection. */
  stream(tabId: string, response: ServerResponse): void
  close(): void
}

export function createTabs(worker: AppWorker): Tabs {
  const tabs = new Map<string, Tab>()
  const changes = new Map<string, ServerEvent>()
  const stopListening = worker.onMessage((message) => {
    if (message.kind === 'changed') changes.set(message.dir, message)
    if (message.kind === 'outdated') changes.set(`${message.action} ${message.dir}`, message)
  })

  function tabOf(tabId: string): Tab {
    const known = tabs.get(tabId)
    if (known) return known
    const streams = new Set<ServerResponse>()
    const client = connectClient(worker, (event) => {
      for (const stream of streams) write(stream, event)
    })
    const tab = { client, streams, running: 0 }
    tabs.set(tabId, tab)
    return tab
  }

  function forgetIfIdle(tabId: string, tab: Tab): void {
    if (tab.running > 0 || tab.streams.size > 0) return
    tab.client.leave()
    tabs.delete(tabId)
  }

  async function request(tabId: string, request: Request): Promise<ReplyJson> {
    const tab = tabOf(tabId)
    tab.running += 1
    const reply = await tab.client.request(request)
    tab.running -= 1
    forgetIfIdle(tabId, tab)
    return reply
  }

  function stream(tabId: string, response: ServerResponse): void {
    const tab = tabOf(tabId)
    tab.streams.add(response)
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(':\n\n')
    // A page that lost its connection may have missed these.
    for (const change of changes.values()) write(response, change)
    const heartbeat = setInterval(() => response.write(':\n\n'), heartbeatMs)
    response.on('close', () => {
      clearInterval(heartbeat)
      tab.streams.delete(response)
      forgetIfIdle(tabId, tab)
    })
  }

  function close(): void {
    stopListening()
    for (const tab of tabs.values()) {
      tab.client.leave()
      for (const stream of tab.streams) stream.end()
    }
  }

  return {
    request,
    cancel: (tabId, id) => tabs.get(tabId)?.client.cancel(id),
    stream,
    close,
  }
}

function write(stream: ServerResponse, event: ServerEvent): void {
  stream.write(`data: ${JSON.stringify(event)}\n\n`)
}
