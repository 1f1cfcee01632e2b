/** Passes on what a server answers until it is more than so many bytes in all. */
export function guardedFetch(mostBytes: number, onFlood: (error: Error) => void): typeof fetch {
  let taken = 0
  return async (input, init) => {
    const answer = await fetch(input, init)
    if (!answer.body) return answer
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          taken += piece.length
          if (taken <= mostBytes) return controller.enqueue(piece)
          const error = new Error(`it sent more than ${mostBytes >> 20} MB`)
          onFlood(error)
          controller.error(error)
        },
      }),
    )
    const { status, statusText, headers } = answer
    return new Response(counted, { status, statusText, headers })
  }
}
