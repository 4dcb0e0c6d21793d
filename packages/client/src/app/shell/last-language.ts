import type { ProjectReply } from '@dragoman/contract'

const storageKey = (project: string) => `dragoman-language:${project}`

/**
 * Returns the language this person translates into: the last one opened, otherwise the browser's, otherwise
 * the first that is not the source.
 */
export function lastLanguage(project: Pick<ProjectReply, 'slug' | 'languages' | 'sourceLanguage'>): string {
  const known = project.languages.map(({ tag }) => tag)
  const kept = read(project.slug)
  if (kept !== null && known.includes(kept)) return kept
  const targets = known.filter((tag) => tag !== project.sourceLanguage)
  return spokenOf(targets) ?? targets[0] ?? project.sourceLanguage
}

export function rememberLanguage(project: string, language: string): void {
  try {
    localStorage.setItem(storageKey(project), language)
  } catch {
    // storage is disabled: the first language is used next time
  }
}

/** Returns the first of the browser's languages that is among the targets, with or without its region. */
function spokenOf(targets: readonly string[]): string | undefined {
  for (const spoken of navigator.languages ?? []) {
    const found =
      targets.find((tag) => tag === spoken) ??
      targets.find((tag) => tag.split('-')[0] === spoken.split('-')[0])
    if (found !== undefined) return found
  }
  return undefined
}

function read(project: string): string | null {
  try {
    return localStorage.getItem(storageKey(project))
  } catch {
    return null // storage is disabled
  }
}
