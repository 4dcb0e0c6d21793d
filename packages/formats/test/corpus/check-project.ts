import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FormIssue, type Forms, runChecks, syntaxById, type Unit, unitId } from '@dragoman/core'
import {
  type Detection,
  type Document,
  detectProjects,
  type FileUnit,
  formatById,
  pluralBasesOf,
  unitsOf,
} from '../../src/index.ts'
import { diskContent } from '../disk-content.ts'
import { CORPUS } from './files.ts'

/** An issue that a check found in one text of a real project. */
export type Finding = {
  readonly path: string
  readonly language: string
  readonly key: string
  readonly source: string
  readonly text: string
  readonly issue: FormIssue
}

export type CheckedProject = { readonly texts: number; readonly findings: readonly Finding[] }

/** Runs all checks over every translation of a corpus project, in the syntax of its format. */
export async function checkProject(project: string): Promise<CheckedProject> {
  const folder = join(CORPUS, project)
  const { paths, content } = diskContent(folder)
  const findings: Finding[] = []
  let texts = 0
  for (const detection of await detectProjects(paths, content)) {
    for (const namespace of new Set(detection.files.map((file) => file.namespace))) {
      const languages = languagesOf(folder, detection, namespace)
      const source = new Map(
        (languages.get(detection.sourceLanguage)?.units ?? []).map((unit): [string, Forms] => [
          unitId(unit),
          unit.forms,
        ]),
      )
      for (const [language, { path, units }] of languages) {
        texts += units.length
        if (language === detection.sourceLanguage) continue
        for (const unit of units)
          findings.push(
            ...findingsOf(unit, {
              detection,
              language,
              path,
              sourceForms: source.get(unitId(unit)) ?? unit.source ?? {},
            }),
          )
      }
    }
  }
  return { texts, findings }
}

type LanguageUnits = { readonly path: string; readonly units: readonly FileUnit[] }

function languagesOf(
  folder: string,
  { format: id, files, sourceLanguage }: Detection,
  namespace: string,
): Map<string, LanguageUnits> {
  const format = formatById(id)
  if (format === null) throw new Error(`No format ${id}`)
  const read: { path: string; language: string; document: Document }[] = []
  for (const { path, language, side, namespace: own } of files) {
    if (own !== namespace) continue
    const bytes = readFileSync(join(folder, path))
    read.push({
      path,
      language,
      document: side === undefined ? format.read(bytes) : format.read(bytes, { language, side }),
    })
  }
  const known: Iterable<Unit> = []
  const bases = pluralBasesOf(format, {
    known,
    files: read.map(({ language, document }) => ({ language, entries: document.entries.values() })),
    sourceLanguage,
  })
  return new Map(
    read.map(({ path, language, document }) => [
      language,
      { path, units: unitsOf(format, document.entries.values(), bases) },
    ]),
  )
}

type Facts = {
  readonly detection: Detection
  readonly language: string
  readonly path: string
  readonly sourceForms: Forms
}

function findingsOf(unit: FileUnit, { detection, language, path, sourceForms }: Facts): Finding[] {
  const issues = runChecks({
    syntax: syntaxById(detection.syntaxes.get(detection.format) ?? ''),
    sourceLanguage: detection.sourceLanguage,
    language,
    plural: unit.plural,
    sourceForms,
    forms: unit.forms,
    maxLength: null,
    limits: null,
  })
  return issues.map((issue) => ({
    path,
    language,
    key: unit.name,
    source: sourceForms[issue.form] ?? sourceForms.other ?? '',
    text: unit.forms[issue.form] ?? '',
    issue,
  }))
}
