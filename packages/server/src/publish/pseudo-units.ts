import {
  type FormName,
  type Forms,
  fillForms,
  type MessageSyntax,
  pseudoText,
  type Unit,
} from '@dragoman/core'

export type PseudoRequest = {
  readonly syntaxOf: (unit: Unit) => MessageSyntax
  readonly isRightToLeft: boolean
  /** The language whose plural forms the app requests. */
  readonly language: string
  /** The language of the texts. */
  readonly sourceLanguage: string
}

/** How much longer translations from English usually are. */
const LENGTH_PERCENT = 40

/**
 * Returns texts that everyone can read and that look translated, in the plural forms of the language that an
 * app requests.
 */
export function pseudoUnits<U extends Unit>(units: readonly U[], request: PseudoRequest): readonly U[] {
  return units.map((unit) => ({ ...unit, forms: pseudoForms(unit, request) }))
}

function pseudoForms(
  unit: Unit,
  { syntaxOf, isRightToLeft, language, sourceLanguage }: PseudoRequest,
): Forms {
  const { forms, plural } = unit
  const syntax = syntaxOf(unit)
  const pseudo: Partial<Record<FormName, string>> = {}
  const filled = fillForms(forms, {
    from: { plural, language: sourceLanguage },
    to: { plural, language },
  })
  for (const [form, text] of Object.entries(filled)) {
    // `Forms` has no other names
    pseudo[form as FormName] = pseudoText(text, syntax, {
      lengthPercent: LENGTH_PERCENT,
      brackets: true,
      rightToLeft: isRightToLeft,
    })
  }
  return pseudo
}
