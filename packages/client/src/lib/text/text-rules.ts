import type { KeyReply, TranslationReply } from '@dragoman/contract'
import {
  type CheckInput,
  type Forms,
  hasFailing,
  hasText,
  type MessageSyntax,
  syntaxOfKey,
  type TranslationState,
} from '@dragoman/core'
import { useMemo } from 'react'
import { type LimitsOfFile, useFileLimits } from './file-limits.ts'
import { useMessageSyntax } from './message-syntax.ts'

/** The rules by which the texts of a project are checked. */
export type TextRules = {
  readonly sourceLanguage: string
  readonly syntax: MessageSyntax
  readonly limitsOfFile: LimitsOfFile
}

/** A string as far as its texts can be checked. */
export type CheckedString = {
  readonly key: Pick<KeyReply, 'namespace' | 'plural' | 'maxLength' | 'syntax'>
  readonly source: { readonly forms: Forms }
}

/** Returns the rules of the open project; the same object until one changes. */
export function useTextRules(sourceLanguage: string): TextRules {
  const syntax = useMessageSyntax()
  const limitsOfFile = useFileLimits()
  return useMemo(() => ({ sourceLanguage, syntax, limitsOfFile }), [sourceLanguage, syntax, limitsOfFile])
}

/** Returns the input of the checks for a string with the text `forms`. */
export function checkInput(
  { key, source }: CheckedString,
  language: string,
  { forms, rules }: { readonly forms: Forms; readonly rules: TextRules },
): CheckInput {
  return {
    syntax: syntaxOfKey(rules.syntax, key),
    sourceLanguage: rules.sourceLanguage,
    language,
    plural: key.plural,
    sourceForms: source.forms,
    forms,
    maxLength: key.maxLength,
    limits: rules.limitsOfFile(key.namespace, language),
  }
}

/** Returns a translation as known to this page: a pending save counts as done. */
export function withPending(
  string: CheckedString,
  translation: TranslationReply,
  {
    pending,
    rules,
  }: {
    readonly pending: { readonly forms: Forms; readonly state: TranslationState | null } | null
    readonly rules: TextRules
  },
): TranslationReply {
  if (pending === null) return translation
  const { forms } = pending
  return {
    ...translation,
    forms,
    // Without a requested state, the words are those that it has, and so is the state.
    state: hasText(forms) ? (pending.state ?? translation.state) : 'untranslated',
    outdated: false,
    failing: hasFailing(checkInput(string, translation.language, { forms, rules })),
  }
}
