import type { FormName } from '@dragoman/core'

/**
 * Possible differences of a converted file, the most serious first. Errors: a text is missing in the new
 * file. Warnings: the text is there, but some information is lost, or an app would read it differently.
 * Notes: it is written differently, with the same meaning.
 */
export const FIDELITY_SEVERITIES = [
  ['name-refused', 'error'],
  ['text-refused', 'error'],
  ['form-refused', 'error'],
  ['name-taken', 'error'],
  ['plural-refused', 'error'],
  ['list-incomplete', 'warning'],
  ['name-changed', 'warning'],
  ['plural-unknown', 'warning'],
  ['plural-as-keys', 'warning'],
  ['plural-kept-in-text', 'warning'],
  ['placeholders-kept', 'warning'],
  ['markup-hidden', 'warning'],
  ['source-lost', 'warning'],
  ['state-lost', 'warning'],
  ['comment-lost', 'warning'],
  ['max-length-lost', 'warning'],
  ['details-lost', 'warning'],
  ['file-details-lost', 'warning'],
  ['context-in-name', 'note'],
  ['entry-added', 'note'],
  ['charset-changed', 'note'],
  ['nesting-flattened', 'note'],
  ['plural-into-text', 'note'],
  ['plural-from-text', 'note'],
  ['plural-forms-named', 'note'],
  ['placeholders-respelled', 'note'],
] as const
export type FidelityCode = (typeof FIDELITY_SEVERITIES)[number][0]
export type FidelitySeverity = (typeof FIDELITY_SEVERITIES)[number][1]

/** One difference: for how many keys, and some of their names. */
export type FidelityItem = {
  readonly code: FidelityCode
  readonly severity: FidelitySeverity
  readonly count: number
  readonly examples: readonly FidelityExample[]
}
export type FidelityExample = { readonly name: string; readonly form?: FormName }

/** The changes of a conversion, in the order of FIDELITY_SEVERITIES. Empty: none. */
export type FidelityReport = readonly FidelityItem[]

/** Collects differences by key; a key and form count once for each code. */
export type FidelityLog = { readonly found: Map<FidelityCode, Map<string, FidelityExample>> }

export function openFidelityLog(): FidelityLog {
  return { found: new Map() }
}

export function noteDifference(
  { found }: FidelityLog,
  code: FidelityCode,
  name: string,
  form?: FormName,
): void {
  let names = found.get(code)
  if (names === undefined) {
    names = new Map()
    found.set(code, names)
  }
  names.set(`${form ?? ''}\u0000${name}`, form === undefined ? { name } : { name, form })
}

/** Adds the differences of another log. */
export function addDifferences({ found }: FidelityLog, more: FidelityLog): void {
  for (const [code, names] of more.found) found.set(code, new Map([...(found.get(code) ?? []), ...names]))
}

/** Returns the report, with up to `examplesMax` names for each code. */
export function reportOf({ found }: FidelityLog, examplesMax: number): FidelityReport {
  return FIDELITY_SEVERITIES.flatMap(([code, severity]) => {
    const names = found.get(code)
    if (names === undefined) return []
    return [{ code, severity, count: names.size, examples: [...names.values()].slice(0, examplesMax) }]
  })
}
