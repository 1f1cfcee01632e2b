/** The only channels between the window and the main process. */
export const channels = {
  request: 'pegboard:request',
  cancel: 'pegboard:cancel',
  event: 'pegboard:event',
  offer: 'pegboard:offer',
  hear: 'pegboard:hear',
  handIn: 'pegboard:hand-in',
} as const
