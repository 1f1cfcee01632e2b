import type { MostBytes } from './child-transport'

/** Passes on what a server answers until an answer, or all of them, are more than so many bytes. */
export function guardedFetch(most: MostBytes, onFlood: (error: Error) => void): typeof fetch {
  let taken = 0
  const flooded = (answer: number): string | undefined => {
    if (answer > most.message) return `an answer of more than ${most.message >> 20} MB`
    return taken > most.all ? `more than ${most.all >> 20} MB` : undefined
  }
  return async (input, init) => {
    const answer = await fetch(input, init)
    if (!answer.body) return answer
    let length = 0
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          taken += piece.length
          length += piece.length
          const what = flooded(length)
          if (what === undefined) return controller.enqueue(piece)
          const error = new Error(`it sent ${what}`)
          onFlood(error)
          controller.error(error)
        },
      }),
    )
    const { status, statusText, headers } = answer
    return new Response(counted, { status, statusText, headers })
  }
}
