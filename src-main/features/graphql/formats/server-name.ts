/** Words at the end of a name that say what a file holds, not whose it is. */
const OF_CONTENT =
  /(^|[._\s-]+)(schema|introspection|graphql|sdl|result|response|docs|public|latest)$/i

/** Names of files and folders that say nothing of a server. */
const SAYS_NOTHING =
  /^(|\d+|all|api|build|catalog|catalogue|data|dist|downloads|export|fixtures|gql|index|json|lib|schemas|server|src|test|tests|tmp|temp|query|types)$/i

/** Characters of a name that is looked at. */
const LONGEST = 255

/**
 * The server that a file's place names: its own name without the words for what it holds
 * (`github.schema.graphql`), or else that of the nearest folder whose name tells something.
 */
export function serverOf(path: string): string | undefined {
  const [file = '', ...folders] = path.split('/').toReversed()
  return [file.replace(/\.[^.]*$/, ''), ...folders]
    .map(withoutContent)
    .find((name) => !SAYS_NOTHING.test(name))
}

function withoutContent(name: string): string {
  if (name.length > LONGEST) return ''
  const shorter = name.replace(OF_CONTENT, '')
  return shorter === name ? name : withoutContent(shorter)
}
