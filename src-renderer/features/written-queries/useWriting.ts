import { computed, ref } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import { sharedState } from '../../composables/shared-state'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { doneText } from './writing-words'

/**
 * The one run that writes golden queries: it goes on while another part of the window is on show.
 */
export const useWriting = sharedState('writing golden queries', () => {
  const { announce } = useStatus()
  const draw = useTask('writing.draw')
  const write = useTask('writing.write')
  /** The workspace that was written for last. */
  const dir = ref<string>()
  const running = computed(() => draw.running.value || write.running.value)

  /** Says what failed, since whoever started it may look at something else by then. */
  function sayProblem({ problem }: typeof draw | typeof write): void {
    if (problem.value) announce(`Writing failed: ${problem.value.message}`, 'danger')
  }

  /**
   * Has the model write for all that is drawn; gives how many queries came of it, none where it did
   * not come to its end.
   */
  async function goOn(input: ActionInput<'writing.write'>): Promise<number> {
    dir.value = input.dir
    draw.clear()
    const done = await write.run(input)
    if (done) announce(doneText(done))
    else sayProblem(write)
    return done?.kept ?? 0
  }

  /**
   * Draws bundles, and has the model write for them unless a template did; gives as {@link goOn}.
   */
  async function start(input: ActionInput<'writing.draw'>, judge?: string): Promise<number> {
    dir.value = input.dir
    write.clear()
    const drawn = await draw.run(input)
    if (!drawn) {
      sayProblem(draw)
      return 0
    }
    if (input.writer === 'model')
      return goOn({ dir: input.dir, ...(judge !== undefined && { judge }) })
    announce(`${plural(drawn.drawn, 'query', 'queries')} written.`)
    return drawn.drawn
  }

  function stop(): void {
    draw.stop()
    write.stop()
  }

  return { draw, write, dir, running, start, goOn, stop }
})
