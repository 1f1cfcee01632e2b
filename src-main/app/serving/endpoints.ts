import { perApp } from '../action'
import type { AgentEndpoint } from '../agent-endpoint'
import type { RefusedRequests } from './refused-requests'

/** An endpoint that is open now. */
export interface OpenEndpoint extends AgentEndpoint {
  /** The id of the workspace that it serves: another may be put in its folder. */
  workspace: string
  refused: RefusedRequests
  since: string
}

interface Place {
  stopper: AbortController
  /** Pending while everything is made ready. */
  opening: Promise<OpenEndpoint>
  open?: OpenEndpoint
}

/** The endpoints of an app, one for each folder at most. They are closed with it. */
export const endpointsOf = perApp((context) => {
  const places = new Map<string, Place>()

  /**
   * Opens one, or gives the one that is open or being opened, whoever began that.
   * @param work told to stop by its signal
   */
  function open(
    dir: string,
    work: (stopped: AbortSignal) => Promise<OpenEndpoint>,
  ): Promise<OpenEndpoint> {
    const known = places.get(dir)
    if (known) return known.opening
    const stopper = new AbortController()
    const place: Place = { stopper, opening: work(stopper.signal) }
    places.set(dir, place)
    place.opening.then(
      (endpoint) => {
        place.open = endpoint
        context.outdate(dir, 'serving.state')
      },
      () => {
        if (places.get(dir) === place) places.delete(dir)
      },
    )
    return place.opening
  }

  /** Closes the endpoint, or stops it from being opened; says whether there was one. */
  async function stop(dir: string): Promise<boolean> {
    const place = places.get(dir)
    if (!place) return false
    places.delete(dir)
    place.stopper.abort()
    const endpoint = await place.opening.catch(() => undefined)
    await endpoint?.close()
    context.outdate(dir, 'serving.state')
    return true
  }

  context.onClose(async () => {
    await Promise.all([...places.keys()].map(stop))
  })
  return { open, stop, at: (dir: string): OpenEndpoint | undefined => places.get(dir)?.open }
})
