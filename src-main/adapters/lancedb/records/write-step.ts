/** Where a write is; tests end the process or fill the disk there. */
export type WriteStep =
  | 'commit begun'
  | 'commit written'
  | 'table tidied'
  | 'records written'
  | 'marker written'
  | `folder ${'made' | 'written' | 'placed' | 'put aside'}`
export type OnWriteStep = (step: WriteStep) => void | Promise<void>
