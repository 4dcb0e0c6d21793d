import { shownBytes } from './shown-bytes.ts'

type Params = Readonly<Record<string, string | number>>

/**
 * Returns which of several sentences a failure has, as a context of i18next (`already-exists_project`): depending on
 * what already exists or is gone, which limit was exceeded, and where files are. Empty: the sentence of its code.
 */
export function failureContext({ code, params }: { readonly code: string; readonly params: Params }): string {
  if (['already-exists', 'busy', 'too-many-requests', 'wrong-credentials'].includes(code))
    return String(params.what ?? '')
  // Only a key can be restored in Activity.
  if (code === 'gone') return params.keyId === undefined ? '' : 'key'
  if (code === 'too-large') return String(params.what ?? limitOf(params))
  if (code === 'no-locale-files') return params.generated === undefined ? '' : 'generated'
  return code === 'source-unreachable' && params.reason !== undefined ? 'repository' : ''
}

/** Returns the values of the sentences of a failure. A limit in bytes is also a text, `size`. */
export function failureValues(params: Params): Params {
  const { limitBytes } = params
  return typeof limitBytes === 'number' ? { ...params, size: shownBytes(limitBytes) } : params
}

/**
 * Returns the places of the sentence about the reason of a failure, in the texts of the interface. Repositories have
 * their own for reasons that are also used elsewhere.
 */
export function reasonTexts(code: string, reason: string | number): readonly string[] {
  return code === 'unusable-repository' || code === 'source-unreachable'
    ? [`failures:repository.${reason}`]
    : [`failures:reason.${reason}`, `issues:${reason}`]
}

/** Returns what exceeded its limit, if the response names the limit. */
function limitOf({ limitBytes, limitFiles, limit }: Params): string {
  if (limitBytes !== undefined) return 'bytes'
  if (limitFiles !== undefined) return 'files'
  return limit === undefined ? '' : 'count'
}
