/**
 * For dropping late answers to older requests: call what it gives when a request begins; what that gives says whether
 * the request is still the newest.
 */
export function newest(): () => () => boolean {
  let last = 0
  return () => {
    const own = (last += 1)
    return () => own === last
  }
}
