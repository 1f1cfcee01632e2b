import type { Session } from './session'
import type { Sessions } from './sessions'

const CALLED = {
  runs: ['run', 'runs'],
  agentRuns: ['agent run', 'agent runs'],
} as const
type Kind = keyof typeof CALLED

/** The records of a kind that can be read; how many cannot be is said to everyone. */
export async function readable<Records>(
  {
    sessions,
    notify,
  }: { sessions: Pick<Sessions, 'of'>; notify: (dir: string, text: string) => void },
  { dir, kind }: { dir: string; kind: Kind },
  read: (session: Session) => Promise<Records>,
): Promise<Records> {
  const session = await sessions.of(dir)
  const records = await read(session)
  if ((await session.store.unreadable(kind)) > 0) notify(dir, await unreadableText(session))
  return records
}

/** Of all kinds together: one notice takes the place of the one before. */
async function unreadableText({ store }: Session): Promise<string> {
  const counted: string[] = []
  let total = 0
  for (const [kind, [one, several]] of Object.entries(CALLED)) {
    const count = await store.unreadable(kind as Kind)
    total += count
    if (count > 0) counted.push(`${count} ${count === 1 ? one : several}`)
  }
  return `${LIST.format(counted)} of this workspace cannot be read: a file of the workspace is damaged or was cut off. ${total === 1 ? 'It stays as it is' : 'They stay as they are'}, and the others are listed. Put the folder back from a backup, or measure again.`
}

const LIST = new Intl.ListFormat('en-US')
