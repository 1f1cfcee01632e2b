/** Characters worked on before others have their turn: some 20 ms where identifiers are split or words stemmed. */
const CHARACTERS_A_TURN = 50_000

/** What `work` gives for each text, `results[i]` for `texts[i]`; every so many characters, other work of this thread has its turn. */
export async function inTurns<Item extends { text: string }, Result>(
  texts: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let characters = 0
  for (const item of texts) {
    results.push(work(item))
    characters += item.text.length
    if (characters < CHARACTERS_A_TURN) continue
    await new Promise(setImmediate)
    characters = 0
  }
  return results
}
