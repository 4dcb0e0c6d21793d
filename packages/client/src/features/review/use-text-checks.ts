import type { ReviewItemReply } from '@dragoman/contract'
import { type FormIssue, type Forms, runChecks } from '@dragoman/core'
import { useMemo } from 'react'
import { useFileLimits } from '../../lib/text/file-limits.ts'
import { useMessageSyntax } from '../../lib/text/message-syntax.ts'
import { checkInput } from '../../lib/text/text-rules.ts'

export type TextChecks = {
  /** Issues that were there before and are not any more. */
  readonly fixed: readonly FormIssue[]
  /** Current issues, including those that were there before. */
  readonly found: readonly FormIssue[]
}

type CheckedItem = Pick<ReviewItemReply, 'key' | 'source' | 'target'>

/** Returns a function that checks a text for an item of the queue. */
export function useChecker(): (item: CheckedItem, forms: Forms) => readonly FormIssue[] {
  const syntax = useMessageSyntax()
  const limitsOfFile = useFileLimits()
  return useMemo(
    () =>
      ({ key, source, target }, forms) =>
        runChecks(
          checkInput({ key, source }, target.language, {
            forms,
            rules: { sourceLanguage: source.language, syntax, limitsOfFile },
          }),
        ),
    [syntax, limitsOfFile],
  )
}

/** Checks a text that replaces another. */
export function useTextChecks(item: CheckedItem, before: Forms | null, after: Forms): TextChecks {
  const check = useChecker()
  return useMemo(() => {
    const found = check(item, after)
    const name = ({ code, form, params }: FormIssue) => JSON.stringify([code, form, params])
    const names = new Set(found.map(name))
    const fixed = before === null ? [] : check(item, before).filter((issue) => !names.has(name(issue)))
    return { fixed, found }
  }, [check, item, before, after])
}
