import { inject, provide, ref, type InjectionKey, type Ref } from 'vue'

/** What all steps of a trace were last told: to open or to fold. */
interface FoldOrder {
  open: boolean
  /** Counts up, so that the same order given twice is followed twice. */
  times: number
}

const foldKey: InjectionKey<Ref<FoldOrder | undefined>> = Symbol('trace folds')

/** For the part that holds a whole trace: the way to open or fold all of its steps. */
export function provideFolds(): (open: boolean) => void {
  const order = ref<FoldOrder>()
  provide(foldKey, order)
  return (open) => (order.value = { open, times: (order.value?.times ?? 0) + 1 })
}

/** For one step: what all were last told. */
export const useFoldOrder = (): Ref<FoldOrder | undefined> => inject(foldKey, ref())
