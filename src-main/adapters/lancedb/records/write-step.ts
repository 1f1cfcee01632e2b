/** Where a write is; tests end the process or fill the disk there. */
export type WriteStep =
  `${string} ${'begun' | 'written' | 'tidied' | 'made' | 'placed' | 'put aside'}`
export type OnWriteStep = (step: WriteStep) => void | Promise<void>
