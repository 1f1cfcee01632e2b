import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { PreloadApi } from '../../contract/preload-api'
import { channels } from './channels'

const api: PreloadApi = {
  request: (message) => ipcRenderer.invoke(channels.request, message),
  cancel: (id) => ipcRenderer.send(channels.cancel, id),
  offer: (commands) => ipcRenderer.send(channels.offer, commands),
  opened: {
    hear: () => ipcRenderer.send(channels.hear),
    handIn: (ticket) => ipcRenderer.invoke(channels.handIn, ticket),
  },
  on(listener) {
    // The page never gets Electron's event: its `sender` would give access to all of ipcRenderer.
    const receive = (_event: IpcRendererEvent, event: Parameters<typeof listener>[0]) =>
      listener(event)
    ipcRenderer.on(channels.event, receive)
    return () => void ipcRenderer.off(channels.event, receive)
  },
}

contextBridge.exposeInMainWorld('pegboard', api)
