import { WHILE_OUTDATED } from '../publish/cache-control.ts'
import type { BundleVariant } from './bundle.ts'
import type { AnsweredVariant } from './private-variant.ts'

/**
 * Returns a variant of a file whose newer texts cannot be read now: caches can keep it, but ask again each
 * time.
 */
export function outdatedVariant({ etag, body, head200, head304 }: BundleVariant): AnsweredVariant {
  return { etag, body, head200: withoutFreshness(head200), head304: withoutFreshness(head304) }
}

/** Headers alternate between name and value. */
function withoutFreshness(head: readonly string[]): string[] {
  return head.map((value, index) => (head[index - 1] === 'Cache-Control' ? WHILE_OUTDATED : value))
}
