import { createHash } from 'node:crypto'
import type { Finding } from './check-texts.ts'

/**
 * Adds a fingerprint to each finding for programs that compare reports; it does not depend on the position in
 * the file. Identical findings are distinguished by their order.
 */
export function withFingerprints<F extends Finding>(
  findings: readonly F[],
  place: (path: string) => string,
): readonly (F & { readonly fingerprint: string })[] {
  const seen = new Map<string, number>()
  return findings.map((finding) => {
    const { path, language, key, code, params } = finding
    const id = JSON.stringify([place(path), language, key, code, params])
    const nth = seen.get(id) ?? 0
    seen.set(id, nth + 1)
    return {
      ...finding,
      fingerprint: createHash('sha256').update(`${id}\n${nth}`).digest('hex').slice(0, 40),
    }
  })
}
