import { groupBy } from '@dragoman/core'
import { languageInName } from '../paths/language-name.ts'
import type { FolderContent } from './folder-content.ts'
import { parentOf } from './merge-folders.ts'

/** How the JSON files of Nextcloud's tools start, and the scripts with the same texts next to them. */
const NEXTCLOUD_JSON = /^\s*\{\s*"translations"\s*:\s*\{/
const NEXTCLOUD_SCRIPT = /^\s*OC\.L10N\.register\(/

/** Folders that are examined; a program has one or few. */
const FOLDERS_MAX = 100

/**
 * Returns the paths of JSON files that programs generate together with scripts of the same texts, so that the next run
 * overwrites every change: Nextcloud's `l10n/de.json` next to `l10n/de.js`. The first file of a folder decides. `paths`
 * do not have to contain the scripts.
 */
export async function findGenerated(
  paths: readonly string[],
  content: Pick<FolderContent, 'head' | 'prepare'>,
): Promise<ReadonlySet<string>> {
  const folders = [...groupBy(paths.filter(isNamedByLanguage), parentOf).values()].slice(0, FOLDERS_MAX)
  const likely = await whereFirst(folders, (path) => path, { content, sign: NEXTCLOUD_JSON })
  const certain = await whereFirst(likely, scriptOf, { content, sign: NEXTCLOUD_SCRIPT })
  return new Set(certain.flat())
}

function isNamedByLanguage(path: string): boolean {
  if (!path.endsWith('.json')) return false
  return languageInName(path.slice(path.lastIndexOf('/') + 1, -'.json'.length)) !== null
}

/** Returns the folders for whose first file another one, or it itself, starts with a sign. */
async function whereFirst(
  folders: readonly (readonly string[])[],
  other: (path: string) => string,
  { content, sign }: { readonly content: Pick<FolderContent, 'head' | 'prepare'>; readonly sign: RegExp },
): Promise<readonly (readonly string[])[]> {
  const first = folders.map((inFolder) => inFolder.slice(0, 1).map(other))
  await content.prepare?.(first.flat())
  const heads = await Promise.all(first.map(async ([path]) => (path === undefined ? '' : content.head(path))))
  return folders.filter((_, i) => sign.test(heads[i] ?? ''))
}

/** Returns the path of the script next to a JSON file. */
function scriptOf(path: string): string {
  return `${path.slice(0, -'.json'.length)}.js`
}
