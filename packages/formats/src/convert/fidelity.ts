import type { FormName } from '@dragoman/core'

/**
 * Possible differences of a converted file, the most serious first. Errors: a text is missing in the new
 * file. Warnings: the text is there, but some information is lost, or an app would read it differently.
 * Notes: it is written differently, with the same meaning.
 */
export const FIDELITY_CODES = [
  'name-refused',
  'text-refused',
  'form-refused',
  'name-taken',
  'plural-refused',
  'list-incomplete',
  'name-changed',
  'plural-unknown',
  'plural-as-keys',
  'plural-kept-in-text',
  'placeholders-kept',
  'markup-hidden',
  'source-lost',
  'state-lost',
  'comment-lost',
  'max-length-lost',
  'details-lost',
  'file-details-lost',
  'context-in-name',
  'entry-added',
  'charset-changed',
  'nesting-flattened',
  'plural-into-text',
  'plural-from-text',
  'plural-forms-named',
  'placeholders-respelled',
] as const
export type FidelityCode = (typeof FIDELITY_CODES)[number]
export type FidelitySeverity = 'error' | 'warning' | 'note'

/** One difference: for how many keys, and some of their names. */
export type FidelityItem = {
  readonly code: FidelityCode
  readonly severity: FidelitySeverity
  readonly count: number
  readonly examples: readonly FidelityExample[]
}
export type FidelityExample = { readonly name: string; readonly form?: FormName }

/** The changes of a conversion, in the order of FIDELITY_CODES. Empty: none. */
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
  return FIDELITY_CODES.flatMap((code) => {
    const names = found.get(code)
    if (names === undefined) return []
    return [
      {
        code,
        severity: severityOf(code),
        count: names.size,
        examples: [...names.values()].slice(0, examplesMax),
      },
    ]
  })
}

export function severityOf(code: FidelityCode): FidelitySeverity {
  switch (code) {
    case 'name-refused':
    case 'text-refused':
    case 'form-refused':
    case 'name-taken':
    case 'plural-refused':
      return 'error'
    case 'list-incomplete':
    case 'name-changed':
    case 'plural-unknown':
    case 'plural-as-keys':
    case 'plural-kept-in-text':
    case 'placeholders-kept':
    case 'markup-hidden':
    case 'source-lost':
    case 'state-lost':
    case 'comment-lost':
    case 'max-length-lost':
    case 'details-lost':
    case 'file-details-lost':
      return 'warning'
    case 'context-in-name':
    case 'entry-added':
    case 'charset-changed':
    case 'nesting-flattened':
    case 'plural-into-text':
    case 'plural-from-text':
    case 'plural-forms-named':
    case 'placeholders-respelled':
      return 'note'
    default:
      return code satisfies never
  }
}
