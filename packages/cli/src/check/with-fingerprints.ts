import { createHash } from 'node:crypto'
import type { Finding } from './check-texts.ts'

/**
 * Each finding with what names it for programs that compare reports: the same as long as it is the same
 * finding, wherever in its file it stands. Of findings that are alike the order tells.
 */
export function withFingerprints(
  findings: readonly Finding[],
  place: (path: string) => string,
): readonly (Finding & { readonly fingerprint: string })[] {
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
