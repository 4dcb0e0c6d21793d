import { Failure } from '@dragoman/contract'
import { FORM_NAMES, type Forms, LIMITS } from '@dragoman/core'

/** Whether a form is longer than what people can write. Files can have longer ones. */
export function hasLongForm(forms: Forms): boolean {
  return FORM_NAMES.some((name) => isLong(forms[name]))
}

/** Throws `invalid-input` if a form is longer than what people can write, unless a known text has the same. */
export function requireFormLengths(forms: Forms, known: readonly Forms[]): void {
  const fields = FORM_NAMES.filter(
    (name) => isLong(forms[name]) && !known.some((one) => one[name] === forms[name]),
  ).map((name) => ({
    pointer: `/forms/${name}`,
    code: 'too-big' as const,
    params: { maximum: LIMITS.formMax },
  }))
  if (fields.length > 0) throw new Failure('invalid-input', {}, { fields })
}

function isLong(text: string | undefined): boolean {
  return text !== undefined && text.length > LIMITS.formMax
}
