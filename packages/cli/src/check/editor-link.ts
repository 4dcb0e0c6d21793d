import { SLUG_PATTERN } from '@dragoman/core'
import { UsageError } from '../terminal.ts'
import type { Finding } from './check-texts.ts'

/** Server and project in which the texts are translated. */
export type EditorProject = { readonly server: string; readonly project: string }

/** Parses the URL of a project, `https://l10n.example.com/p/shop`. Throws UsageError. */
export function readEditorProject(text: string): EditorProject {
  const url = URL.canParse(text) ? new URL(text) : null
  const [, project] = /^\/p\/([^/]+)(?:\/|$)/.exec(url?.pathname ?? '') ?? []
  if (url === null || !/^https?:$/.test(url.protocol) || project === undefined || !SLUG_PATTERN.test(project))
    throw new UsageError(
      `"${text}" is not the address of a project, such as https://l10n.example.com/p/shop.`,
    )
  return { server: url.origin, project }
}

/**
 * Returns the URL that opens the string of a finding: translations in the editor, source texts in the list of
 * keys. Null for issues of a whole file.
 */
export function editorLink(
  { key, language, code }: Pick<Finding, 'key' | 'language' | 'code'>,
  { place, sourceLanguage }: { readonly place: EditorProject; readonly sourceLanguage: string },
): string | null {
  // A missing key does not exist in the editor yet.
  if (key === '' || code === 'missing-key') return null
  const screen = language === sourceLanguage ? 'keys' : `translate/${encodeURIComponent(language)}`
  return `${place.server}/p/${place.project}/${screen}?q=${inAddress(keySearch(key))}`
}

/** Percent-encodes parentheses too: in Markdown, one would end the link. */
function inAddress(text: string): string {
  return encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29')
}

/** Returns the search that finds one key; a `*` in its name matches other keys too. */
function keySearch(key: string): string {
  return /^[\w.:/-]+$/.test(key) ? `key:${key}` : `key:"${key.replaceAll(/["\\]/g, '\\$&')}"`
}
