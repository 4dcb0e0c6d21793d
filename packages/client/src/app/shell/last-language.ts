import type { ProjectReply } from '@dragoman/contract'

const storageKey = (project: string) => `dragoman-language:${project}`

/** The language this person translates into: the one opened last, or the first that is not the source. */
export function lastLanguage(project: Pick<ProjectReply, 'slug' | 'languages' | 'sourceLanguage'>): string {
  const known = project.languages.map(({ tag }) => tag)
  const kept = read(project.slug)
  if (kept !== null && known.includes(kept)) return kept
  return known.find((tag) => tag !== project.sourceLanguage) ?? project.sourceLanguage
}

export function rememberLanguage(project: string, language: string): void {
  try {
    localStorage.setItem(storageKey(project), language)
  } catch {
    // storage is switched off: the first language it is, next time
  }
}

function read(project: string): string | null {
  try {
    return localStorage.getItem(storageKey(project))
  } catch {
    return null // storage is switched off
  }
}
