import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { PreloadApi } from '../../contract/preload-api'
import type { ServerEvent } from '../../contract/reply'
import { channels } from './channels'

const api: PreloadApi = {
  request: (message) => ipcRenderer.invoke(channels.request, message),
  cancel: (id) => ipcRenderer.send(channels.cancel, id),
  on(listener) {
    // The page is never handed Electron's event, which leads back to the whole of ipcRenderer.
    const receive = (_event: IpcRendererEvent, event: ServerEvent) => listener(event)
    ipcRenderer.on(channels.event, receive)
    return () => void ipcRenderer.off(channels.event, receive)
  },
}

contextBridge.exposeInMainWorld('pegboard', api)
