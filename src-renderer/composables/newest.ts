/**
 * Tells work that was overtaken by newer work. Call what it gives when work begins; what that gives says whether
 * nothing newer has begun since, so that a late answer to an older question can be dropped.
 */
export function newest(): () => () => boolean {
  let last = 0
  return () => {
    const own = (last += 1)
    return () => own === last
  }
}
