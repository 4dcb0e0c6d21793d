import type { FormIssue } from '@dragoman/core'
import { useEffect, useRef, useState } from 'react'
import { missingPart } from './issue-fix.ts'

/** Typing has paused. */
const PAUSE_MS = 1500

/** Whether an issue says that something of the source is missing: it is until the text is written to its end. */
function isMissingPart(issue: FormIssue): boolean {
  return missingPart(issue) !== null
}

/** Names an issue across edits of its text. */
function idOf({ form, code, params }: FormIssue): string {
  return `${form} ${code} ${JSON.stringify(params ?? {})}`
}

/**
 * Returns the issues to show: missing parts that were not shown before are left out while someone types; all
 * others are shown immediately.
 */
export function issuesWhileTyping(
  issues: readonly FormIssue[],
  shownBefore: ReadonlySet<string>,
): readonly FormIssue[] {
  return issues.filter((issue) => !isMissingPart(issue) || shownBefore.has(idOf(issue)))
}

/** Returns the missing parts among issues, as `issuesWhileTyping` takes them. */
export function missingParts(issues: readonly FormIssue[]): ReadonlySet<string> {
  return new Set(issues.filter(isMissingPart).map(idOf))
}

/**
 * Returns the issues to show of a string, and a function for when its field is left. `text` changes with every
 * letter; `isTyped` is false while it is as it was saved.
 */
export function useQuietIssues(
  issues: readonly FormIssue[],
  { string, text, isTyped }: { readonly string: string; readonly text: unknown; readonly isTyped: boolean },
): { readonly shown: readonly FormIssue[]; readonly rest: () => void } {
  const [isQuiet, setIsQuiet] = useState(false)
  const known = useRef({ string, text, parts: missingParts(issues) })
  const isOther = known.current.string !== string
  const isEdited = !isOther && known.current.text !== text && isTyped
  const quiet = !isOther && isTyped && (isQuiet || isEdited)
  const shown = quiet ? issuesWhileTyping(issues, known.current.parts) : issues
  known.current = { string, text, parts: quiet ? known.current.parts : missingParts(issues) }
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter starts the pause again
  useEffect(() => {
    if (!quiet) return
    setIsQuiet(true)
    const timer = setTimeout(() => setIsQuiet(false), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [quiet, text])
  return { shown, rest: () => setIsQuiet(false) }
}
