import { type ExportReply, Failure, type FormatReply } from '@dragoman/contract'
import { ALL_FORMATS, type Content, convert, type FileUnit, type Format, formatById } from '@dragoman/formats'
import { keyNotes, listLanguages, listNamespaces, type ProjectRow, type Reader, unitsOfFile } from '@dragoman/store'

export type FileExport = {
  readonly project: ProjectRow
  readonly format: string
  readonly language: string
  readonly namespace: string
}

/** Names a report gives for each thing that differs. */
const EXAMPLES = 20

export function listFormats(): readonly FormatReply[] {
  return ALL_FORMATS.map(({ id, extensions, languages }) => ({ id, extensions: [...extensions], languages }))
}

/** A namespace as a file, made of what is in the catalog now. Throws `unsupported-format` and `not-found`. */
export async function exportFile(r: Reader, { project, format: id, language, namespace }: FileExport): Promise<ExportReply> {
  const format = formatById(id)
  if (format === null) throw new Failure('unsupported-format', { name: id, reason: 'unknown-format' })
  const tags = (await listLanguages(r, project.id)).map(({ tag }) => tag)
  if (!tags.includes(language)) throw new Failure('not-found', { what: 'language' })
  const namespaces = await listNamespaces(r, project.id)
  if (!namespaces.some(({ name }) => name === namespace)) throw new Failure('not-found', { what: 'namespace' })
  const content = await contentOfCatalog(r, { project, namespace, languages: languagesFor(format, { tags, language, project }) })
  const { bytes, report, languages } = convert(content, { format, language, examplesMax: EXAMPLES })
  return {
    fileName: fileNameOf(format, namespace, languages),
    format: format.id,
    languages: [...languages],
    report: report.map((item) => ({ ...item, examples: [...item.examples] })),
    size: bytes.length,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
  }
}

function languagesFor(
  { languages }: Format,
  known: { readonly tags: readonly string[]; readonly language: string; readonly project: ProjectRow },
) {
  if (languages === 'many') return known.tags
  // The source language tells which keys are plural, and fills the sources of files that have them.
  return [...new Set([known.project.sourceLanguage, known.language])]
}

async function contentOfCatalog(
  r: Reader,
  { project, namespace, languages }: { readonly project: ProjectRow; readonly namespace: string; readonly languages: readonly string[] },
): Promise<Content> {
  const notes = await keyNotes(r, project.id, namespace)
  const units = new Map<string, readonly FileUnit[]>()
  for (const language of languages) {
    const rows = await unitsOfFile(r, project.id, language, namespace)
    units.set(
      language,
      rows.flatMap(({ keyId, unit, state }): FileUnit[] => {
        if (state === 'untranslated') return []
        const { description = '', maxLength = null } = notes.get(keyId) ?? {}
        return [
          {
            ...unit,
            present: [],
            state,
            ...(description === '' ? {} : { comment: description }),
            ...(maxLength === null ? {} : { maxLength }),
          },
        ]
      }),
    )
  }
  return { sourceLanguage: project.sourceLanguage, syntax: project.syntax, languages: units, encoding: null, format: null }
}

/** The name that programs expect, where they expect one; else namespace and language. */
function fileNameOf({ id, extensions, languages }: Format, namespace: string, [language = '']: readonly string[]): string {
  const stem = namespace.replaceAll('/', '-')
  const extension = extensions[0] ?? ''
  if (languages === 'many') return `${stem}${extension}`
  return id === 'slang-json' ? `${stem}_${language}.i18n.json` : `${stem}.${language}${extension}`
}
