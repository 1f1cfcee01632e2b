/** How long a batch may keep its thread to itself; a turn of the event loop can cost as much as a search. */
const LONGEST_STRETCH_MS = 10

/**
 * Answers one item after another. Now and then, between two of them, other work of this thread has its turn, so that a
 * batch can be stopped and blocks nobody; within one nothing else runs, so that answers may share scratch memory.
 */
export async function oneByOne<Item, Answer>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  answer: (item: Item) => Answer,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > LONGEST_STRETCH_MS) {
      await new Promise(setImmediate)
      since = performance.now()
    }
    signal?.throwIfAborted()
    answers.push(answer(item))
  }
  return answers
}
