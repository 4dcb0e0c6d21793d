import { printQuery } from '@dragoman/core'

/** URLs of things in a project, for receivers of webhooks. */
export type Links = {
  readonly project: string
  readonly text: (keyId: number, language: string) => string
  readonly comment: (keyId: number, language: string, commentId: number) => string
  readonly key: (namespace: string, name: string) => string
  readonly page: (name: 'overview' | 'tasks' | 'activity' | 'files' | 'members' | 'settings') => string
}

/** Searches are limited to 1,000 characters, and each of these can take two. */
const NAME_SEARCHED_MAX = 400

export function linksOf(origin: string, slug: string): Links {
  const project = `${origin}/p/${slug}`
  const text = (keyId: number, language: string) =>
    `${project}/translate/${encodeURIComponent(language)}?key=${keyId}`
  return {
    project,
    text,
    comment: (keyId, language, commentId) => `${text(keyId, language)}&comment=${commentId}`,
    key: (namespace, name) => {
      const terms = [
        { kind: 'namespace', pattern: namespace, isNegated: false },
        { kind: 'key', pattern: patternOf(name), isNegated: false },
      ] as const
      return `${project}/keys?q=${encodeURIComponent(printQuery({ terms }))}`
    },
    page: (name) => `${project}/${name}`,
  }
}

/** Returns a pattern that matches a key by its name, or by the start of a long one. */
function patternOf(name: string): string {
  const chars = Array.from(name)
  return chars.length > NAME_SEARCHED_MAX ? `${chars.slice(0, NAME_SEARCHED_MAX).join('')}*` : name
}
