import type { Forms } from '@dragoman/core'
import { lineOfKey } from '../place-in.ts'
import type { PlannedChange } from './plan-namespace.ts'
import type { ReportedOutcome } from './run-sync.ts'

/** Increases with each incompatible change of the output; new members are compatible. */
const VERSION = 1

type Run = { readonly command: string; readonly server: string; readonly isDry: boolean }

/** Returns the `--json` output of a run; docs/cli.md describes each member. */
export function syncJson(outcomes: ReadonlyMap<string, ReportedOutcome>, run: Run): string {
  const projects = [...outcomes].map(([project, outcome]) => projectOf(project, outcome))
  return JSON.stringify({ version: VERSION, ...run, projects }, null, 2)
}

function projectOf(project: string, outcome: ReportedOutcome) {
  const { sent, refused, notApproved, namespaces, left, tooLong, elsewhere, unchangedFiles, otherSyntax } =
    outcome
  return {
    project,
    isNew: outcome.isNew,
    sent: sent.map((planned) => ({
      kind: planned.change.kind,
      ...placeOf(planned),
      ...whatOf(planned),
    })),
    refused: [
      ...refused,
      ...tooLong.map(({ change, namespace }) => ({ change: { ...change, namespace }, code: 'too-long' })),
    ].map(({ change, code }) => ({ kind: change.change.kind, ...placeOf(change), code })),
    notApproved: notApproved.map(({ namespace, name, language }) => ({ namespace, key: name, language })),
    files: namespaces.flatMap(({ files, drafted }) =>
      drafted.map(({ path, before, changes, held }) => ({
        path,
        isNew: before === null,
        written: changes.map(({ language, line, before: was, after: is }) => ({
          namespace: files.namespace,
          key: (is ?? was)?.name ?? '',
          language,
          line: line(),
          before: formsOf(was?.forms),
          after: formsOf(is?.forms),
        })),
        held: held.map(({ name, code }) => ({ namespace: files.namespace, key: name, code })),
      })),
    ),
    conflicts: namespaces.flatMap(({ plan }) =>
      plan.conflicts.map(({ part, base, theirs, ours }) => {
        const key = (theirs ?? ours ?? base)?.name ?? ''
        return {
          namespace: part.namespace,
          key,
          language: part.language,
          path: part.path,
          line: lineOfKey(part.document, key),
          agreed: formsOf(base?.forms),
          here: formsOf(theirs?.forms),
          server: formsOf(ours?.forms),
        }
      }),
    ),
    kept: namespaces.flatMap(({ files, plan }) =>
      plan.kept.map((change) => placeOf({ ...change, namespace: files.namespace })),
    ),
    removedLanguages: left.map(({ path, language }) => ({ path, language })),
    deletedFiles: outcome.deletedFiles.map(({ path, language }) => ({ path, language })),
    withoutPlace: elsewhere,
    otherSyntax,
    unchangedFiles,
  }
}

function whatOf({ change, before, after, removed }: PlannedChange) {
  if (change.kind === 'edit-key') return { fields: change.fields }
  if (change.kind !== 'add-key')
    return {
      before: formsOf(before),
      after: formsOf(after),
      ...(removed === undefined ? {} : { texts: Object.fromEntries(removed) }),
    }
  const texts = Object.entries(change.texts).map(([language, { forms }]) => [language, forms])
  return { texts: Object.fromEntries(texts) }
}

function formsOf(forms: Forms = {}): Forms | null {
  return Object.keys(forms).length === 0 ? null : forms
}

function placeOf({ namespace, name, language }: PlannedChange & { readonly namespace: string }) {
  return { namespace, key: name, language }
}
